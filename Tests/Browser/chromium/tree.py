"""What a screen reader has of a page."""

from dataclasses import dataclass, field

# What says nothing: boxes, and the lines that text is broken into.
SILENT = ("none", "generic", "InlineTextBox", "LineBreak")


@dataclass
class Node:
    """Something that a screen reader names."""

    role: str
    name: str
    properties: dict[str, object]
    children: list["Node"] = field(default_factory=list)

    def all(self) -> list["Node"]:
        """Gives it and everything in it."""
        return [self, *(each for child in self.children for each in child.all())]

    def words(self) -> str:
        """Gives what is read of it."""
        own = [self.name] if self.role == "StaticText" else []
        return " ".join([*own, *(words for child in self.children if (words := child.words()))])


def nodes(raw: list[dict]) -> list[Node]:
    """Gives all nodes that a screen reader has, a parent before its children."""
    found = {each["nodeId"]: node(each) for each in raw}
    parents = {}
    for each in raw:
        for child in each.get("childIds", []):
            parents[child] = each["nodeId"]
    for each in raw:
        # Those that are left out are there, with what is in them.
        if (parent := parents.get(each["nodeId"])) in found:
            found[parent].children.append(found[each["nodeId"]])
    shown = [found[each["nodeId"]] for each in raw if not each.get("ignored")]
    return [each for each in shown if each.role not in SILENT or each.properties.get("live")]


def node(raw: dict) -> Node:
    """Gives one node without its children."""
    properties = {each["name"]: each["value"].get("value") for each in raw.get("properties", [])}
    return Node(raw.get("role", {}).get("value", "none"), str(raw.get("name", {}).get("value", "")), properties)
