"""The names that a construct without a form of its own reads from around it, and binds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import libcst as cst

from .source import identifier


class FreeNames(NamedTuple):
    """Both without repeats, in order of appearance."""

    reads: tuple[str, ...]
    binds: tuple[str, ...]


def free_names(node: cst.CSTNode) -> FreeNames:
    """The names that `node` reads from around it, and those it binds in the scope it stands in.

    A name that is certain to be bound before it is read is not free: `f` in
    `with open(path) as f: text = f.read()`, but not `x` in `try: x = 1` followed by `except: x`.
    """
    scope = _Scope()
    scope.visit(node)
    return FreeNames(tuple(scope.reads), tuple(scope.binds | scope.nonlocals))


def names_of_body(parameters: cst.Parameters, body: cst.CSTNode) -> FreeNames:
    """The names that the body of a function reads from around it, and those it binds there."""
    scope = _visited(_parameter_names(parameters), body)
    own = scope.binds.keys() - scope.nonlocals.keys()
    stored = tuple(name for name in scope.nonlocals if name in scope.stored)
    return FreeNames(tuple(n for n in scope.reads if n not in own), stored)


class _Scope:
    """What has been found so far in one scope; dicts, since they keep the order."""

    def __init__(self, *, is_class: bool = False) -> None:
        self.is_class = is_class
        self.reads: dict[str, None] = {}
        self.binds: dict[str, None] = {}
        self.bound: set[str] = set()  # for certain, at the place that is visited
        self.outside: set[str] = set()  # declared `global` or `nonlocal`
        self.nonlocals: dict[str, None] = {}  # bound around this scope, by it or a function in it
        self.stored: set[str] = set()  # of those, what is bound and not only declared

    def visit(self, node: cst.CSTNode) -> None:
        if visit := _VISITORS.get(type(node).__name__):
            visit(self, node)
        else:
            self.visit_all(node.children)

    def visit_all(self, nodes: Iterable[cst.CSTNode | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def read(self, name: str) -> None:
        if name not in self.bound and name not in _CONSTANTS:
            self.reads[name] = None

    def bind(self, name: str) -> None:
        self.binds[name] = None
        (self.stored if name in self.outside else self.bound).add(name)

    # --- targets ------------------------------------------------------------------------------

    def bind_target(self, target: cst.CSTNode) -> None:
        """Bind the names of an assignment's target; `a[i]` and `a.b` read `a`."""
        if isinstance(target, cst.Name):
            self.bind(identifier(target))
        elif isinstance(target, cst.Tuple | cst.List):
            for element in target.elements:
                self.bind_target(element.value)
        elif isinstance(target, cst.StarredElement):
            self.bind_target(target.value)
        else:
            self.visit(target)

    def visit_name(self, node: cst.Name) -> None:
        self.read(identifier(node))

    def visit_attribute(self, node: cst.Attribute) -> None:
        self.visit(node.value)

    def visit_argument(self, node: cst.Arg) -> None:
        self.visit(node.value)

    def visit_walrus(self, node: cst.NamedExpr) -> None:
        self.visit(node.value)
        self.bind_target(node.target)

    def visit_assign(self, node: cst.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.bind_target(target.target)

    def visit_annotated_assign(self, node: cst.AnnAssign) -> None:
        # Annotations of a function's variables are never evaluated.
        if node.value is not None:
            self.visit(node.value)
            self.bind_target(node.target)

    def visit_augmented_assign(self, node: cst.AugAssign) -> None:
        self.visit(node.target)
        self.visit(node.value)
        self.bind_target(node.target)

    def visit_as(self, node: cst.AsName) -> None:
        self.bind_target(node.name)

    def visit_delete(self, node: cst.Del) -> None:
        self.visit(node.target)
        self.bind_target(node.target)

    def visit_import(self, node: cst.Import | cst.ImportFrom) -> None:
        if isinstance(node.names, cst.ImportStar):
            return
        for alias in node.names:
            name: cst.CSTNode = alias.name if alias.asname is None else alias.asname.name
            while isinstance(name, cst.Attribute):
                name = name.value
            self.bind_target(name)

    def visit_global(self, node: cst.Global) -> None:
        for item in node.names:
            self.outside.add(identifier(item.name))
            self.bind(identifier(item.name))

    def visit_nonlocal(self, node: cst.Nonlocal) -> None:
        for item in node.names:
            self.outside.add(identifier(item.name))
            self.binds[identifier(item.name)] = None
            self.nonlocals[identifier(item.name)] = None

    # --- branches -----------------------------------------------------------------------------

    def visit_branch(self, node: cst.CSTNode) -> None:
        """A construct of which some part may not run: nothing it binds is certain after it."""
        before = self.bound.copy()
        for child in node.children:
            if isinstance(child, cst.BaseSuite):
                self.visit_suite(child)
            else:
                self.visit(child)
        self.bound = before

    def visit_suite(self, suite: cst.BaseSuite) -> None:
        before = self.bound.copy()
        self.visit_all(suite.children)
        self.bound = before

    def visit_for(self, node: cst.For) -> None:
        before = self.bound.copy()
        self.visit(node.iter)
        self.bind_target(node.target)
        self.visit_suite(node.body)
        self.bound = before
        if node.orelse is not None:
            self.visit(node.orelse)

    def visit_captured(self, node: cst.MatchAs | cst.MatchStar | cst.MatchMapping) -> None:
        """A pattern that may bind a name besides those of its parts."""
        name = node.rest if isinstance(node, cst.MatchMapping) else node.name
        self.visit_all(child for child in node.children if child is not name)
        if name is not None:
            self.bind(identifier(name))

    def visit_keyword_pattern(self, node: cst.MatchKeywordElement) -> None:
        self.visit(node.pattern)

    # --- inner scopes -------------------------------------------------------------------------

    def visit_comprehension(self, node: cst.BaseComp) -> None:
        targets = _Scope()
        clause: cst.CompFor | None = node.for_in
        while clause is not None:
            targets.bind_target(clause.target)
            clause = clause.inner_for_in
        outer = self.bound
        inner = outer | targets.bound
        self.bound = inner.copy()
        self.visit_all(child for child in node.children if child is not node.for_in)
        self.bound = outer  # in the first iterable, what the comprehension binds is not yet there
        self.visit(node.for_in.iter)
        self.bound = inner
        self.reads |= dict.fromkeys(name for name in targets.reads if name not in inner)
        self.visit_all([*node.for_in.ifs, node.for_in.inner_for_in])
        self.bound = outer

    def visit_clause(self, node: cst.CompFor) -> None:
        """A further `for` of a comprehension; its target is bound already."""
        self.visit_all([node.iter, *node.ifs, node.inner_for_in])

    def visit_parameter(self, node: cst.Param) -> None:
        self.visit_all([node.annotation, node.default])

    def visit_lambda(self, node: cst.Lambda) -> None:
        self.visit(node.params)
        self._leave_function(_visited(_parameter_names(node.params), node.body))

    def visit_function(self, node: cst.FunctionDef) -> None:
        types = _type_names(node.type_parameters)
        self.visit_all(node.decorators)
        self._visit_with(types, [node.type_parameters, node.params, node.returns])
        self.bind(identifier(node.name))  # the body runs later, and may call the function itself
        self._leave_function(_visited([*types, *_parameter_names(node.params)], node.body))

    def visit_class(self, node: cst.ClassDef) -> None:
        types = _type_names(node.type_parameters)
        self.visit_all(node.decorators)
        self._visit_with(types, [node.type_parameters, *node.bases, *node.keywords])
        body = _visited(types, node.body, is_class=True)
        for name in body.reads:
            self.read(name)
        self.nonlocals |= body.nonlocals
        self.bind(identifier(node.name))

    def visit_type_alias(self, node: cst.TypeAlias) -> None:
        types = _type_names(node.type_parameters)
        self._visit_with(types, [node.type_parameters, node.value])
        self.bind(identifier(node.name))

    def visit_type_parameter(self, node: cst.TypeParam) -> None:
        bound = node.param.bound if isinstance(node.param, cst.TypeVar) else None
        self.visit_all([bound, node.default])

    def _visit_with(self, names: Iterable[str], nodes: Iterable[cst.CSTNode | None]) -> None:
        """Visit nodes in which `names` are bound."""
        before = self.bound
        self.bound = before | set(names)
        self.visit_all(nodes)
        self.bound = before

    def _leave_function(self, inner: _Scope) -> None:
        """Take over what a function inside reads from here, and binds here."""
        local = inner.binds.keys() - inner.outside
        for name in inner.reads:
            if name in local:
                continue
            if self.is_class:  # functions do not see the names of the class around them
                self.reads[name] = None
            else:
                self.read(name)
        self.nonlocals |= {name: None for name in inner.nonlocals if name not in local}
        self.stored |= {name for name in inner.stored if name not in local}


def _visited(names: Iterable[str], body: cst.CSTNode, *, is_class: bool = False) -> _Scope:
    """A new scope with some names bound, after its body."""
    scope = _Scope(is_class=is_class)
    for name in names:
        scope.bind(name)
    scope.visit(body)
    return scope


def _parameter_names(parameters: cst.Parameters) -> list[str]:
    return [identifier(node.name) for node in parameters.children if isinstance(node, cst.Param)]


def _type_names(parameters: cst.TypeParameters | None) -> list[str]:
    return (
        [] if parameters is None else [identifier(param.param.name) for param in parameters.params]
    )


_CONSTANTS = frozenset({"None", "True", "False"})

# By name: which classes there are depends on the version of libcst. Each visitor takes its own.
_VISITORS: dict[str, Callable[[_Scope, Any], None]] = {
    "Name": _Scope.visit_name,
    "Attribute": _Scope.visit_attribute,
    "Arg": _Scope.visit_argument,
    "NamedExpr": _Scope.visit_walrus,
    "Assign": _Scope.visit_assign,
    "AnnAssign": _Scope.visit_annotated_assign,
    "AugAssign": _Scope.visit_augmented_assign,
    "AsName": _Scope.visit_as,
    "Del": _Scope.visit_delete,
    "Import": _Scope.visit_import,
    "ImportFrom": _Scope.visit_import,
    "LazyImport": _Scope.visit_import,
    "LazyImportFrom": _Scope.visit_import,
    "Global": _Scope.visit_global,
    "Nonlocal": _Scope.visit_nonlocal,
    "BooleanOperation": _Scope.visit_branch,
    "IfExp": _Scope.visit_branch,
    "If": _Scope.visit_branch,
    "While": _Scope.visit_branch,
    "With": _Scope.visit_branch,
    "Try": _Scope.visit_branch,
    "TryStar": _Scope.visit_branch,
    "ExceptHandler": _Scope.visit_branch,
    "ExceptStarHandler": _Scope.visit_branch,
    "MatchCase": _Scope.visit_branch,
    "For": _Scope.visit_for,
    "MatchAs": _Scope.visit_captured,
    "MatchStar": _Scope.visit_captured,
    "MatchMapping": _Scope.visit_captured,
    "MatchKeywordElement": _Scope.visit_keyword_pattern,
    "ListComp": _Scope.visit_comprehension,
    "SetComp": _Scope.visit_comprehension,
    "DictComp": _Scope.visit_comprehension,
    "GeneratorExp": _Scope.visit_comprehension,
    "CompFor": _Scope.visit_clause,
    "Param": _Scope.visit_parameter,
    "Lambda": _Scope.visit_lambda,
    "FunctionDef": _Scope.visit_function,
    "ClassDef": _Scope.visit_class,
    "TypeAlias": _Scope.visit_type_alias,
    "TypeParam": _Scope.visit_type_parameter,
}
