"""Keys with which tools load code, in tables that say nothing of use otherwise."""

import re

_LOADING = re.compile(
    r"""
    # https://mypy.readthedocs.io/en/stable/extending_mypy.html
    mypy\.plugins
    # https://github.com/typeddjango/django-stubs and https://pylint-django.readthedocs.io
    |(?:mypy\.plugins\.[\w-]+|pylint\.\w+)\.django_settings_module
    # https://pylint.readthedocs.io/en/stable/development_guide/how_tos/plugins.html
    |pylint\.(?:\w+\.)?load_plugins
    # https://coverage.readthedocs.io/en/latest/plugins.html
    |coverage\.run\.plugins
    # https://flake8.pycqa.org/en/latest/user/configuration.html
    |flake8\.local_plugins\.(?:extension|report)
    # https://pytest-django.readthedocs.io and https://pypi.org/project/pytest-env
    |pytest\.(?:ini_options\.)?(?:django_settings_module|env)
    # https://setuptools.pypa.io/en/latest/userguide/pyproject_config.html and declarative_config
    |setuptools\.(?:dynamic|cmdclass)\..+
    |metadata\.version|options\.cmdclass
    # https://import-linter.readthedocs.io/en/stable/custom_contract_types
    |importlinter\.contract_types
    # https://backend.pdm-project.org/metadata and https://backend.pdm-project.org/build_config
    |pdm\.version\.getter|pdm\.build\.custom_hook
    # https://hatch.pypa.io/latest/plugins/build-hook/custom and metadata-hook/custom
    |hatch\.(?:build\.(?:targets\.\w+\.)?|metadata\.)hooks\.custom\.path
    # https://python-poetry.org/docs/building-extension-modules
    |poetry\.build(?:\.script)?
    # https://python-semantic-release.readthedocs.io/en/latest/configuration
    |semantic_release\.commit_parser
    """,
    re.VERBOSE,
)
_OWNER = {
    ".coveragerc": "coverage",
    ".coveragerc.toml": "coverage",
    ".pylintrc": "pylint",
    "pylintrc": "pylint",
}
"""Files in which the tool does not say its name, since they are its own."""

_OWN_FILES = frozenset((*_OWNER, ".flake8", ".importlinter", ".mypy.ini", "mypy.ini"))


def may_load(path: str) -> bool:
    """Whether a file that belongs to a tool alone may say what code the tool loads."""
    return path.rpartition("/")[2].lower() in _OWN_FILES


def loads(path: str, key: str) -> bool:
    """Whether a tool loads what the value of a dotted key names."""
    plain = re.sub(r"^tool[.:]", "", key.lower()).replace("-", "_").replace(":", ".")
    owner = _OWNER.get(path.rpartition("/")[2].lower())
    return any(map(_LOADING.fullmatch, [plain, f"{owner}.{plain}"]))
