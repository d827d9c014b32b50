"""What calling a class gives: an object of it, unless its `__new__` says otherwise."""

import ast
from collections.abc import Iterator

from archlint.conformance.classes import ClassInfo
from archlint.conformance.members import FunctionNode
from archlint.conformance.membership import Membership
from archlint.facts.classes import claimed, dotted


def makes_another(info: ClassInfo, membership: Membership) -> bool:
    """Whether a call of the class may give anything but an object of it."""
    lineage = membership.classes.lineage(info.key)
    new = next(membership.found(lineage, "__new__"), None)
    if new is None:
        return False
    if new.function is None:
        return True
    returned = new.function.returns
    if returned is None:
        return not _returns_new_object(new.function)
    if _is_own_type(new.function, returned):
        return False
    named = membership.classes.find(new.owner.key.module, claimed(returned)[0], new.owner.name)
    return named not in (info.key, "typing.Self")


def _is_own_type(new: FunctionNode, returned: ast.expr) -> bool:
    """Whether it returns the type variable of its first parameter (`cls: type[T]`)."""
    parameters = [*new.args.posonlyargs, *new.args.args]
    annotation = parameters[0].annotation if parameters else None
    if annotation is None:
        return False
    receiver, is_class = claimed(annotation)
    return is_class and dotted(receiver) == dotted(claimed(returned)[0])


def _returns_new_object(new: FunctionNode) -> bool:
    """Whether all that it returns comes from the `__new__` of a base."""
    assigned = [
        (target.id, _is_new_object(node.value))
        for node in ast.walk(new)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    others = {name for name, is_new in assigned if not is_new}
    made = {name for name, is_new in assigned if is_new} - others
    returned = list(_returned(new))
    return bool(returned) and all(
        _is_new_object(value) or dotted(value) in made for value in returned
    )


def _returned(new: FunctionNode) -> Iterator[ast.expr]:
    for node in ast.walk(new):
        if isinstance(node, ast.Return):
            yield node.value or ast.Constant(None)


def _is_new_object(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(attr="__new__")):
            return True
        case _:
            return False
