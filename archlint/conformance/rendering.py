"""Members as a person would write them."""

import ast

from archlint.conformance.members import CALLABLE, Form, Member


def written(member: Member) -> str:
    """The declaration of a member in one line, decorators that say its form included.

    Its name alone where the declaration is too deeply nested to be written.
    """
    try:
        return _written(member)
    except RecursionError:
        return member.name


def _written(member: Member) -> str:
    if member.form in CALLABLE and member.function is not None:
        mark = {Form.CLASSMETHOD: "@classmethod ", Form.STATICMETHOD: "@staticmethod "}
        prefix = mark.get(member.form, "") + (f"@{member.wrapper} " if member.wrapper else "")
        return prefix + _function(member.function, member.name)
    if member.form is Form.PROPERTY and member.function is not None:
        return f"@{member.wrapper or 'property'} " + _function(member.function, member.name)
    if member.annotation is not None:
        return f"{member.name}: {ast.unparse(member.annotation)}"
    if member.value is not None:
        return f"{member.name} = {_short(ast.unparse(member.value))}"
    return member.name


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> str:
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{word} {name}({ast.unparse(node.args)}){returns}"


def _short(text: str) -> str:
    first = text.partition("\n")[0]
    return first if len(first) <= 60 else f"{first[:57]}..."
