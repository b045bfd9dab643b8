"""Finds the places of a Swift file that can be changed, and writes changes that a number switches on.

The sources are laid out by `swift format`, so that binary operators have spaces around them and each statement begins a line:
a reader of brackets, strings and comments is enough. What it takes for a place and is none, the compiler refuses.
"""

import re
from dataclasses import dataclass

# The characters that number the operators of changes; digits cannot be in an operator.
DIGITS = "¡¢£¤¥¦§©«¬"
TURNED = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=",
}  # fmt: skip
PRECEDENCE = {
    "<": "Comparison", "<=": "Comparison", ">": "Comparison", ">=": "Comparison",
    "==": "Comparison", "!=": "Comparison", "&&": "LogicalConjunction",
    "||": "LogicalDisjunction", "+": "Addition", "-": "Addition",
    "+=": "Assignment", "-=": "Assignment",
}  # fmt: skip
KINDS = ("comparison", "constant", "statement", "condition", "return", "logic", "sum")

# A line that begins with one of these is no call and no assignment.
KEYWORDS = set(
    """actor associatedtype async borrowing break case catch class consuming continue convenience default defer deinit
    distributed do dynamic else enum extension fallthrough fileprivate final for func get guard if import indirect infix init
    inout internal isolated lazy let mutating nonisolated nonmutating open operator optional override package postfix
    precedencegroup prefix private protocol public repeat required rethrows return set some static struct subscript super
    switch throw throws typealias unowned var weak where while willSet didSet yield""".split()
)
CONTINUES = re.compile(r"[.?:+*/%&|<>=^-]|\{|(else|catch|where|as|is|throws|async|rethrows)\b")
NUMBERS = "U?Int(8|16|32|64)?|Double|Float"


@dataclass
class Site:
    """One place and one change of it."""

    file: str
    kind: str
    start: int
    end: int
    line: int
    last_line: int
    before: str
    after: str
    # The operator, for those kinds that turn one.
    operator: str = ""
    # What goes before and behind the place; %d is the number of the change.
    prefix: str = ""
    suffix: str = ""
    # Which of the places of the file that look the same, where there are several.
    twin: int = 0

    @property
    def place(self) -> str:
        """The file, and which place it is where several look the same."""
        return f"{self.file}#{self.twin}" if self.twin else self.file


def masked(text: str) -> str:
    """Gives the text with blanks for comments, and with the insides of strings gone."""
    result = list(text)

    def blank(start: int, end: int, filler: str) -> None:
        for index in range(start, min(end, len(result))):
            if result[index] != "\n":
                result[index] = filler

    index = 0
    while index < len(text):
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
            blank(index, end, " ")
        elif text.startswith("/*", index):
            end = text.find("*/", index) + 2
            blank(index, end, " ")
        elif match := re.match(r'(#*)("""|")', text[index : index + 12]):
            end = string_end(text, index + match.end(), match[1], match[2])
            blank(index, end, "s")
        else:
            end = index + 1
        index = end
    return "".join(result)


def string_end(text: str, index: int, hashes: str, quote: str) -> int:
    """Gives the index behind a string whose first character inside is at `index`."""
    while index < len(text):
        if text.startswith(quote + hashes, index):
            return index + len(quote + hashes)
        if not text.startswith("\\" + hashes, index):
            index += 1
            continue
        index += 1 + len(hashes)
        if text[index] != "(":
            index += 1
            continue
        depth = 0
        while index < len(text):
            if match := re.match(r'(#*)("""|")', text[index : index + 12]):
                index = string_end(text, index + match.end(), match[1], match[2])
                continue
            depth += {"(": 1, ")": -1}.get(text[index], 0)
            index += 1
            if depth == 0:
                break
    return index


class Source:
    """A Swift file, and where it can be changed."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.code = masked(text)
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.partner: dict[int, int] = {}
        # The bracket that each line begins in.
        self.within: list[int | None] = []
        stack: list[int] = []
        for index, character in enumerate(self.code):
            if index == 0 or self.code[index - 1] == "\n":
                self.within.append(stack[-1] if stack else None)
            if character in "([{":
                stack.append(index)
            elif character in ")]}" and stack:
                self.partner[stack.pop()] = index

    def line(self, index: int) -> int:
        """Gives the number of the line, the first of which is 1."""
        return self.code.count("\n", 0, index) + 1

    def sites(self) -> list[Site]:
        """Gives all places, in their order."""
        found = self.operators() + self.constants() + self.statements() + self.conditions() + self.returns()
        found.sort(key=lambda site: (site.start, site.end, site.kind))
        alike: dict[tuple[str, str], list[Site]] = {}
        for site in found:
            alike.setdefault((site.before, site.after), []).append(site)
        for twins in alike.values():
            for number, site in enumerate(twins if len(twins) > 1 else [], 1):
                site.twin = number
        return found

    def site(self, kind: str, start: int, end: int, new: str, **rest: str) -> Site:
        """Makes a site whose text becomes another."""
        first = self.text.rfind("\n", 0, start) + 1
        last = self.text.find("\n", end)
        before, after = self.text[first:last], self.text[first:start] + new + self.text[end:last]
        return Site(
            self.name, kind, start, end, self.line(start), self.line(end), shortened(before), shortened(after), **rest
        )

    # MARK: Operators and constants

    def operators(self) -> list[Site]:
        """Gives the binary operators that can be turned."""
        found = []
        for match in re.finditer(r"(?<=\s)([<>=!]=|[<>]|&&|\|\||[+-]=?)(?= )", self.code):
            operator = match[1]
            line = self.code[self.starts[self.line(match.start()) - 1] : match.start()]
            if re.search(r"\bfunc\s*$", line):
                continue
            kind = "logic" if operator in ("&&", "||") else "sum" if operator[0] in "+-" else "comparison"
            found.append(
                self.site(kind, match.start(), match.end(), TURNED[operator], operator=operator, suffix="%s")
            )
        return found

    def constants(self) -> list[Site]:
        """Gives the numbers and the truths."""
        found = []
        for match in re.finditer(r"(?<![\w.$])(0x[0-9A-Fa-f_]+|\d[\d_]*(\.\d+)?|true|false)(?!\w)", self.code):
            line = self.code[self.starts[self.line(match.start()) - 1] : match.start()]
            # A raw value has to be written out.
            if re.match(r"\s*(case \w+ = |#|@)", line):
                continue
            word = match[1]
            if word in ("true", "false"):
                new = "false" if word == "true" else "true"
            elif "." in word:
                new = str(float(word) + 1)
            else:
                new = hex(int(word, 16) + 1) if "x" in word else str(int(word) + 1)
            found.append(
                self.site("constant", match.start(), match.end(), new, prefix="mutantConstant(%d, ", suffix=")")
            )
        return found

    # MARK: Statements

    def statement_end(self, index: int) -> int:
        """Gives the end of the statement that begins at the index."""
        while index < len(self.code):
            if self.code[index] in "([{":
                index = self.partner.get(index, len(self.code)) + 1
                continue
            if self.code[index] in ")]}":
                return len(self.code[:index].rstrip())
            if self.code[index] == "\n" and not CONTINUES.match(self.code[index:].lstrip()):
                return index
            index += 1
        return len(self.code.rstrip())

    def statements(self) -> list[Site]:
        """Gives the calls and assignments that begin a line."""
        found = []
        begun = 0
        for number, first in enumerate(self.starts[:-1]):
            match = re.compile(r"[ ]*((?:try[!?]? |await |unsafe )*)(?=[A-Za-z_`])").match(self.code, first)
            within = self.within[number]
            if match is None or within is None or self.code[within] != "{" or match.end() < begun:
                continue
            start = match.start(1)
            word = re.match(r"\w*", self.code[match.end() :])
            # A line that goes on with the statement before it is none of its own.
            if re.search(r"(,|[^:]=|&&|\|\||\?\?| [-+*?]|->|\belse)$", self.code[within + 1 : start].rstrip()):
                continue
            if (word and word[0] in KEYWORDS) or self.is_type(within):
                continue
            end = self.statement_end(match.end())
            code = self.code[start:end].rstrip()
            end = start + len(code)
            is_assignment = re.search(r"^[^({]* [-+*/&|]*= ", code + " ")
            if not is_assignment and not re.match(r"(try[!?]? |await |unsafe )*[\w.?!`\[\]$]+ ?[({]", code):
                continue
            # What an initialiser leaves out is refused, in a place far from here.
            if (is_assignment and self.is_in_initialiser(start)) or re.match(r"(self|super)\.init", code):
                continue
            site = self.site("statement", start, end, "", prefix="if !mutant(%d) { ", suffix=" }")
            site.after = "(dropped)"
            found.append(site)
        return found

    def is_type(self, brace: int) -> bool:
        """Tells whether a brace opens a type, whose lines are no statements."""
        return bool(re.search(r"\b(struct|class|enum|extension|protocol|actor)\b[^{}()]*$", self.code[:brace]))

    def is_in_initialiser(self, index: int) -> bool:
        """Tells whether the place is in the body of an initialiser."""
        for match in re.finditer(r"\binit\??(?=[(<])", self.code[:index]):
            opening = self.code.find("(", match.start())
            body = self.code.find("{", self.partner.get(opening, opening))
            if 0 <= body < index < self.partner.get(body, 0):
                return True
        return False

    # MARK: Conditions

    def conditions(self) -> list[Site]:
        """Gives the clauses of `if`, `guard` and `while` that are true or false."""
        found = []
        for match in re.finditer(r"(?<![#\w.])(if|guard|while) ", self.code):
            if match[1] == "while" and self.code[: match.start()].rstrip().endswith("}"):
                continue
            index = begin = match.end()
            clauses = []
            while index < len(self.code):
                character = self.code[index]
                if character in "([":
                    index = self.partner.get(index, len(self.code)) + 1
                    continue
                is_end = character == "{" or re.compile(r"(?<=\s)else\b").match(self.code, index) is not None
                if character == "," or is_end:
                    clauses.append((begin, index))
                    begin = index + 1
                if is_end:
                    break
                index += 1
            for begin, end in clauses:
                code = self.code[begin:end]
                start, end = begin + len(code) - len(code.lstrip()), begin + len(code.rstrip())
                if start >= end or re.match(r"(let|var|case|#\w+)\b", self.code[start:]):
                    continue
                new = f"!({self.text[start:end]})"
                found.append(self.site("condition", start, end, new, prefix="(", suffix=") != mutant(%d)"))
        return found

    # MARK: Returns

    def returns(self) -> list[Site]:
        """Gives the functions and computed properties that could return nothing."""
        found = []
        for match in re.finditer(r"\b(?:func [^\s(<]+|var \w+:|subscript(?=[(<]))", self.code):
            body = self.body(match.end())
            if body is None:
                continue
            signature = self.code[match.end() : body]
            if match[0].startswith("var"):
                kind = signature.strip()
                if "=" in re.sub(r"<[^>]*>", "", kind):
                    continue
            else:
                arrow = re.search(r"->\s*((?:(?!->).)*)$", signature, re.DOTALL)
                kind = re.split(r"\swhere\s", arrow[1])[0].strip() if arrow else ""
                # The arrow of a parameter is no result.
                if arrow and signature[: arrow.start()].count("(") != signature[: arrow.start()].count(")"):
                    kind = ""
            nothing = nothing_of(kind)
            if nothing is not None:
                found += self.return_of(nothing, match.start(), body)
        return found

    def body(self, index: int) -> int | None:
        """Gives the brace that opens the body of a declaration, if it has one."""
        while index < len(self.code):
            character = self.code[index]
            if character in "([":
                index = self.partner.get(index, len(self.code)) + 1
                continue
            if character == "{":
                return index
            if character in ")}]" or (
                character == "\n" and not re.match(r"\s*(->|where\b|\{|throws|async|rethrows|\w[^=\n]* \{)", self.code[index:])
            ):
                return None
            index += 1
        return None

    def return_of(self, nothing: str, declaration: int, body: int) -> list[Site]:
        """Gives the change that returns nothing from a body."""
        closing = self.partner.get(body, body)
        code = self.code[body + 1 : closing]
        start = body + 1 + len(code) - len(code.lstrip())
        if start >= closing or re.match(r"(get|set|willSet|didSet|_read|_modify|mutating get|nonmutating)\b", code.lstrip()):
            return []
        end = self.statement_end(start)
        is_single = end >= body + 1 + len(code.rstrip())
        word = re.match(r"\w*", self.code[start:])
        if nothing and is_single and word and word[0] in ("if", "switch") and "return" not in code:
            return []
        if nothing and is_single and word and (word[0] not in KEYWORDS):
            if code.strip() == nothing:
                return []
            site = self.site(
                "return", start, end, nothing, prefix=f"mutant(%d) ? {nothing} : (", suffix=")"
            )
            return [site]
        insertion = f" if mutant(%d) {{ return {nothing} }}" if nothing else " if mutant(%d) { return }"
        # On one line, the next statement needs a sign that it is another.
        if "\n" not in self.code[body + 1 : start]:
            insertion += ";"
        site = self.site("return", body + 1, body + 1, f" return {nothing}".rstrip(), prefix=insertion)
        head = self.text[declaration : body + 1]
        site.before, site.after = shortened(head), shortened(head + f" return {nothing}".rstrip())
        return [site]


def nothing_of(kind: str) -> str | None:
    """Gives what is nothing of a type, empty where the function has no result, nil where it is not known."""
    if kind in ("", "Void", "()"):
        return ""
    if kind.endswith("?"):
        return "nil"
    if kind == "Bool":
        return "false"
    if re.fullmatch(NUMBERS, kind):
        return "0"
    if kind == "String":
        return '""'
    if kind == "Duration":
        return ".zero"
    if kind.startswith("Set<"):
        return "[]"
    if kind.startswith("[") and kind.endswith("]"):
        depth = 0
        for character in kind[1:-1]:
            depth += {"[": 1, "(": 1, "<": 1, "]": -1, ")": -1, ">": -1}.get(character, 0)
            if character == ":" and depth == 0:
                return "[:]"
        return "[]"
    return None


def shortened(text: str) -> str:
    """Gives a text on one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= 160 else line[:159] + "…"


def mark(number: int) -> str:
    """Gives the number of a change in characters of operators."""
    return "".join(DIGITS[int(digit)] for digit in str(number))


def with_changes(text: str, changes: dict[int, Site]) -> str:
    """Gives the text with all these changes in it, on the same lines."""
    insertions = []
    for number, site in changes.items():
        length = site.end - site.start
        suffix = mark(number) if site.operator else site.suffix.replace("%d", str(number))
        # At one place, what ends there is before what begins there; the larger place is outside.
        insertions.append((site.start, 1, -length, site.prefix.replace("%d", str(number))))
        insertions.append((site.end, 0, length, suffix))
    result, last = [], 0
    for index, _, _, words in sorted(insertions, key=lambda entry: entry[:3]):
        result += [text[last:index], words]
        last = index
    return "".join(result) + text[last:]


GENERATED = """\
import Glibc

/// The number of the change that is on; 0 is none.
let chosenMutant: Int = unsafe getenv("CALLBOARD_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

/// Whether a change is on.
func mutant(_ number: Int) -> Bool { chosenMutant == number }

/// A number, moved by one where its change is on.
func mutantConstant<Value: FixedWidthInteger>(_ number: Int, _ value: Value) -> Value {
    mutant(number) ? (value == .max ? value - 1 : value + 1) : value
}

/// A number, moved by one where its change is on.
func mutantConstant(_ number: Int, _ value: Double) -> Double {
    mutant(number) ? value + 1 : value
}

/// A truth, turned where its change is on.
func mutantConstant(_ number: Int, _ value: Bool) -> Bool {
    value != mutant(number)
}
"""


def generated(changes: dict[int, Site]) -> str:
    """Gives the file that a changed module needs beside its own."""
    parts = [GENERATED]
    for number, site in changes.items():
        if not (old := site.operator):
            continue
        new, name = TURNED[old], old + mark(number)
        parts.append(f"infix operator {name}: {PRECEDENCE[old]}Precedence")
        if site.kind == "logic":
            parts.append(
                f"func {name} (left: Bool, right: @autoclosure () throws -> Bool) rethrows -> Bool {{\n"
                f"    mutant({number}) ? try left {new} right() : try left {old} right()\n}}"
            )
        elif site.kind == "comparison":
            bound = "Equatable" if old in ("==", "!=") else "Comparable"
            parts.append(
                f"func {name} <Value: {bound}>(left: Value, right: Value) -> Bool {{\n"
                f"    mutant({number}) ? left {new} right : left {old} right\n}}"
            )
            if bound == "Equatable":
                parts.append(
                    f"func {name} <Value>(left: Value?, right: _OptionalNilComparisonType) -> Bool {{\n"
                    f"    mutant({number}) ? left {new} right : left {old} right\n}}"
                )
        elif "=" in old:
            parts.append(
                f"func {name} <Value: AdditiveArithmetic>(left: inout Value, right: Value) {{\n"
                f"    if mutant({number}) {{ left {new} right }} else {{ left {old} right }}\n}}"
            )
        else:
            parts.append(
                f"func {name} <Value: AdditiveArithmetic>(left: Value, right: Value) -> Value {{\n"
                f"    mutant({number}) ? left {new} right : left {old} right\n}}"
            )
    return "\n".join(parts) + "\n"
