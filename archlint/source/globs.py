"""Path patterns as gitignore reads them.

They are read here and not by pathspec, because loading that takes longer than walking a tree, and
because it does not tell a pattern that matches a path from one that matches a folder around it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Glob(NamedTuple):
    """One pattern; `include` is false for one that begins with `!`.

    `regex` must match all of a path, or of its last segment alone unless `whole`; the names of
    folders end in a slash, and with `only_folders` it matches nothing else.
    """

    include: bool
    whole: bool
    only_folders: bool
    regex: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class PatternSet:
    """Patterns of which the last that matches decides.

    `_folders` and `_files` match whatever any pattern matches, so that most paths are settled by
    one look.
    """

    globs: tuple[Glob, ...]
    _folders: "_Union"
    _files: "_Union"
    _around: dict[str, int] = field(default_factory=dict, compare=False)

    def decide(self, path: str, name: str) -> bool | None:
        """What is said of the path itself, None for nothing; folders end in a slash.

        `name` is the last segment of `path`.
        """
        last = self._last(self._folders if path[-1:] == "/" else self._files, path, name)
        return None if last < 0 else self.globs[last].include

    def holds(self, path: str) -> bool:
        """Whether the last pattern that matches the file or a folder around it includes it."""
        folder, _, name = path.rpartition("/")
        return self.holds_file(folder, name, path)

    def holds_file(self, folder: str, name: str, path: str) -> bool:
        """The same, if the path is taken apart already."""
        last = self._last_around(folder)
        if self._files:
            last = max(last, self._last(self._files, path, name))
        return last >= 0 and self.globs[last].include

    def names_file(self, name: str, path: str) -> bool:
        """Whether any pattern matches the file itself, and not just a folder around it."""
        return self._files.matches(path, name)

    def holds_folder(self, folder: str) -> bool:
        """Whether files in the folder are in the set unless they are named themselves."""
        last = self._last_around(folder)
        return last >= 0 and self.globs[last].include

    def _last_around(self, folder: str) -> int:
        """The index of the last pattern that matches the folder or one around it, or -1."""
        if not folder:
            return -1
        known = self._around.get(folder)
        if known is None:
            above, _, name = folder.rpartition("/")
            own = self._last(self._folders, f"{folder}/", f"{name}/")
            known = self._around[folder] = max(own, self._last_around(above))
        return known

    def _last(self, union: "_Union", path: str, name: str) -> int:
        """The index of the last pattern that matches the path itself, or -1."""
        if not union.matches(path, name):
            return -1
        for index in range(len(self.globs) - 1, -1, -1):
            glob = self.globs[index]
            if glob.regex.fullmatch(path if glob.whole else name):
                return index
        return -1


@dataclass(frozen=True, slots=True)
class _Union:
    """What any of several patterns matches: last segments and whole paths."""

    names: re.Pattern[str] | None
    paths: re.Pattern[str] | None
    _seen: dict[str, bool] = field(default_factory=dict, compare=False)

    def __bool__(self) -> bool:
        return self.names is not None or self.paths is not None

    def matches(self, path: str, name: str) -> bool:
        if self.names is not None:
            known = self._seen.get(name)
            if known is None:
                known = self._seen[name] = self.names.fullmatch(name) is not None
            if known:
                return True
        return self.paths is not None and self.paths.fullmatch(path) is not None


def compile_patterns(lines: Iterable[str]) -> PatternSet:
    """The set of all patterns that mean something; others match nothing, as in git."""
    globs = tuple(glob for line in lines if (glob := compile_glob(line)) is not None)
    return PatternSet(globs, _union(globs), _union(glob for glob in globs if not glob.only_folders))


def compile_covers(lines: Iterable[str]) -> PatternSet:
    """The same for sets of files, where `folder/**` and `folder/` say the same."""
    return compile_patterns(map(_as_folder, lines))


def compile_glob(line: str) -> Glob | None:
    """The pattern on one line of a gitignore file, or None if it can match nothing."""
    line = line.rstrip("\r\n")
    while line.endswith(" ") and not line.endswith("\\ "):
        line = line[:-1]
    if not line or line.startswith("#"):
        return None
    include = not line.startswith("!")
    line = line if include else line[1:]
    end = "/" if line.endswith("/") else "/?"
    body = line[:-1] if line.endswith("/") else line
    segments = body.removeprefix("/").split("/")
    if "" in segments:
        return None
    whole = "/" in body
    if whole and segments[0] == "**" and len(segments) == 2 and segments[1] != "**":
        whole = False
        segments = segments[1:]
    try:
        text = _translate(segments) if whole else _segment(segments[0])
        return Glob(include, whole, end == "/", re.compile(text + end, re.DOTALL))
    except (ValueError, re.error):
        return None


def _as_folder(line: str) -> str:
    sign = "!" if line.startswith("!") else ""
    body = line.removeprefix("!")
    folder = body.removesuffix("/**")
    if folder in (body, "") or folder.endswith(("**", "\\")):
        return line
    return f"{sign}{folder}/" if "/" in folder else f"{sign}/{folder}/"


def _union(globs: Iterable[Glob]) -> _Union:
    names: list[str] = []
    paths: list[str] = []
    for glob in globs:
        (paths if glob.whole else names).append(glob.regex.pattern)
    return _Union(_any(names), _any(paths))


def _any(patterns: list[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(patterns), re.DOTALL) if patterns else None


def _translate(segments: list[str]) -> str:
    """The regular expression for a whole path; `**` stands for any number of folders.

    What lies between two `**`, or two `*`, is taken where it first fits and never elsewhere: that
    finds every match, and no pattern can make matching slow.
    """
    runs: list[list[str]] = [[]]
    for segment in segments:
        if segment == "**":
            runs.append([])
        else:
            runs[-1].append(_segment(segment))
    text = "/".join(runs[0])
    if len(runs) == 1:
        return text
    text += "/" if runs[0] else ""
    for run in filter(None, runs[1:-1]):
        text += f"(?>(?:[^/]+/)*?{'/'.join(run)}/)"
    return text + (f"(?:[^/]+/)*{'/'.join(runs[-1])}" if runs[-1] else ".+")


def _segment(glob: str) -> str:
    if not glob.strip("*"):
        return "[^/]+"
    parts = [""]
    index = 0
    while index < len(glob):
        character = glob[index]
        index += 1
        if character == "*":
            if parts[-1] or len(parts) == 1:
                parts.append("")
        elif character == "?":
            parts[-1] += "[^/]"
        elif character == "[":
            part, index = _character_class(glob, index)
            parts[-1] += part
        elif character == "\\":
            if index == len(glob):
                raise ValueError("nothing to escape")
            parts[-1] += re.escape(glob[index])
            index += 1
        else:
            parts[-1] += re.escape(character)
    if len(parts) == 1:
        return parts[0]
    middle = "".join(f"(?>[^/]*?{part})" for part in parts[1:-1])
    return f"{parts[0]}{middle}[^/]*{parts[-1]}"


def _character_class(glob: str, start: int) -> tuple[str, int]:
    """The regular expression for a class, and the index behind its closing bracket."""
    index = start
    text = "[^/" if glob[index : index + 1] in ("!", "^") else "["
    index += text != "["
    first = index
    while index < len(glob) and (glob[index] != "]" or index == first):
        if glob[index] == "-" and index > first and glob[index + 1 : index + 2] not in ("]", "-"):
            text += "-"
        else:
            index += glob[index] == "\\"
            text += re.escape(glob[index : index + 1])
        index += 1
    if index >= len(glob):
        raise ValueError("the class has no end")
    return f"{text}]", index + 1
