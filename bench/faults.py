"""Faults to plant in the compiler: what each does wrong, and the text that is replaced."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A fault: in `path`, `old` becomes `new`; `old` stands there once."""

    says: str
    path: str
    old: str
    new: str


FAULTS = (
    # --- what is live -----------------------------------------------------------------------------
    Fault(
        "names that only the else branch reads are dropped",
        "transpile/live.py",
        "return then | _block(live, s.otherwise, after, broken, continued) | live.reads(s.test)",
        "return then | live.reads(s.test) if _block(live, s.otherwise, after, broken, continued) "
        "else then",
    ),
    Fault(
        "what a trip reads of the trip before is not live at a loop's head",
        "transpile/live.py",
        "head = leaving | test | ((live.transfer(s.body)[0] | broken) - targets)",
        "head = leaving | test",
    ),
    Fault(
        "at the end of a trip what the next one reads is not live",
        "transpile/live.py",
        "return head | (_block(live, s.body, head, after, head) - targets)",
        "return head | (_block(live, s.body, after, after, after) - targets)",
    ),
    Fault(
        "names that the last part of a conditional expression reads are dropped",
        "transpile/live.py",
        "Conditional: lambda e: (e.test, e.then, e.otherwise),",
        "Conditional: lambda e: (e.test, e.then),",
    ),
    Fault(
        "a name that one branch binds counts as bound by both",
        "transpile/live.py",
        "kills = other if one is None else one if other is None else one & other",
        "kills = other if one is None else one if other is None else one | other",
    ),
    # --- how control leaves -----------------------------------------------------------------------
    Fault(
        "the exit codes of `break` and `continue` are swapped",
        "transpile/outcome.py",
        '"continue": "CONTINUE", "break": "BREAK"',
        '"continue": "BREAK", "break": "CONTINUE"',
    ),
    Fault(
        "the exit code of an inner branch is lost",
        "transpile/outcome.py",
        'texts.append(outcome.exit or f"{g}.{CODES[end]}")',
        'texts.append(f"{g}.{CODES[end]}")',
    ),
    Fault(
        "what follows a branch that leaves is done in that branch",
        "transpile/control.py",
        "bodies = [body + rest if goes else body for",
        "bodies = [body if goes else body + rest for",
    ),
    Fault(
        "after a loop that returned control goes on, and else it does not",
        "transpile/loops.py",
        'walk, "not_equal", "RETURN"), True',
        'walk, "equal", "RETURN"), True',
    ),
    Fault(
        "a raise in a branch is for the opposite of its test",
        "transpile/rewritten.py",
        'negated: Expression = Unary(test.span, "not", test)',
        "negated: Expression = test",
    ),
    Fault(
        "the guard of a case is dropped",
        "transpile/matching.py",
        'test = Logical(case.span, "and", (test, case.guard))',
        "pass",
    ),
    Fault(
        "`continue` skips the walrus in the test of a loop",
        "transpile/rewritten.py",
        "            found += deepcopy(before)\n",
        "            pass\n",
    ),
    Fault(
        "of an `if` on a known value the other branch is taken",
        "transpile/statements.py",
        "taken = s.then if tested.value else s.otherwise",
        "taken = s.otherwise if tested.value else s.then",
    ),
    # --- arrays and names -------------------------------------------------------------------------
    Fault(
        "other names of an array keep what it was before a store",
        "transpile/stores.py",
        "for other in others:",
        "for other in others[1:]:",
    ),
    Fault(
        "views may be read after a write to their array",
        "transpile/writes.py",
        "if leaf.memory.overlaps(memory):",
        "if leaf.memory is memory:",
    ),
    Fault(
        "a parameter may be written to",
        "transpile/stores.py",
        'if memory.origin == "parameter":',
        'if memory.origin == "no parameter":',
    ),
    Fault(
        "an augmented store has its operands the wrong way round",
        "transpile/stores.py",
        "result = binary(frame, s.operator, (read, operand), e",
        "result = binary(frame, s.operator, (operand, read), e",
    ),
    Fault(
        "of several arrays that a call updates the last keeps what it was",
        "dsl/inout.py",
        "zip(targets, kept[len(kept) - len(updates) :], strict=True)",
        "list(zip(targets, kept[len(kept) - len(updates) :], strict=True))[:1]",
    ),
    # --- expressions ------------------------------------------------------------------------------
    Fault(
        "the right side of `and` is evaluated always, although it may raise",
        "transpile/branches.py",
        "if op is not None and frame.raises == raised and not relies:",
        "if op is not None:",
    ),
    Fault(
        "a chain of comparisons holds when one of them does",
        "transpile/expressions.py",
        'return logical(frame, "and", thunks, e.span, into, as_test=False)',
        'return logical(frame, "or", thunks, e.span, into, as_test=False)',
    ),
    Fault(
        "`<=` of build-time values is `<`",
        "transpile/comparisons.py",
        '"<=": python.le,',
        '"<=": python.lt,',
    ),
    Fault(
        "two tuples are joined the wrong way round",
        "transpile/operators.py",
        'return Sequence("", left.items + right.items, left.is_list)',
        'return Sequence("", right.items + left.items, left.is_list)',
    ),
    Fault(
        "the parts of a difference lose their parentheses",
        "transpile/operators.py",
        "b = right.text if right.tight > tight > 0 else atom(right)",
        "b = right.text if right.tight >= tight > 0 else atom(right)",
    ),
    # --- the evaluator and the passes -------------------------------------------------------------
    Fault(
        "`break` of a `while` goes on",
        "ir/evaluate.py",
        "            if exits and self.known(carried[-1]) >= BREAK:\n"
        "                return carried\n"
        "            del carried[len(node.operands) :]",
        "            if exits and self.known(carried[-1]) > BREAK:\n"
        "                return carried\n"
        "            del carried[len(node.operands) :]",
    ),
    Fault(
        "a `for` runs a trip less",
        "ir/evaluate.py",
        "indices = loop_range([self.known(each) for each in operands[:3]], node.place)",
        "indices = loop_range([self.known(each) for each in operands[:3]], node.place)[:-1]",
    ),
    Fault(
        "a NumPy scalar that is true counts as false",
        "ir/evaluate.py",
        "then if self.known(operands.pop(0)) else otherwise",
        "then if self.known(operands.pop(0)) is True else otherwise",
    ),
    Fault(
        "an array that has other names is written in place",
        "ir/execution.py",
        "        _references(operands) == _ONE_REFERENCE\n        and type",
        "        type",
    ),
    Fault(
        "checks whose result nobody reads are dropped",
        "ir/passes/prune_dead_nodes.py",
        "bool(node.effects)\n",
        'node.op.name in ("print", "require")\n',
    ),
    Fault(
        "prints are dropped",
        "ir/passes/prune_dead_nodes.py",
        "bool(node.effects)\n",
        '(bool(node.effects) and node.op.name != "print")\n',
    ),
    Fault(
        "the branch that is not taken stays",
        "ir/passes/take_branches.py",
        "region = node.regions[0 if test.value else 1]",
        "region = node.regions[1 if test.value else 0]",
    ),
)
