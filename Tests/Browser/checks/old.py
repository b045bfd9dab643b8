"""Browsers of five years ago, which nobody has here."""

import base64
import hashlib
import re

from machine.check import check, equal
from wall.world import World

# What came later than Chrome 88, Firefox 85 and Safari 14, and without which a page would not be whole.
LATER = {
    "/wall.css": (
        r":has\(", r"@container", r"@layer", r"@scope", r"color-mix\(", r"oklch\(", r"\binset\s*:", r"^\s*&", r"light-dark\(",
        r":popover-open", r"subgrid",
    ),
    "/wall.js": (
        r"\.at\(", r"structuredClone", r"Object\.hasOwn\b", r"\.findLast", r"\.toSorted", r"\.toReversed", r"\.replaceChildren\(", r"\?\?=", r"\|\|=",
        r"&&=", r"showPopover", r"showModal", r"randomUUID", r"AbortSignal\.timeout", r"Array\.fromAsync", r"^\s*static\s*\{", r"#\w+\s*\(", r"\binert\b",
        r"scheduler\.", r"checkVisibility", r"Promise\.any", r"Promise\.withResolvers", r"\.groupBy\(", r"(?<!\w)\d+_\d", r"\(\?<[=!]",
    ),
    "/": (r"<dialog", r"popover", r"<search\b", r"\binert\b", r" style=", r" on\w+=", r"<style", r"type=\"module\"", r"https?://(?!www\.w3\.org/)"),
}


@check("the page has nothing in it that browsers of five years ago lack, one script inline and nothing from elsewhere")
def five_years(world: World) -> None:
    found = [
        f"{path}: {match[0]!r} in {part[max(0, match.start() - 20):match.end() + 20]!r}"
        for path, patterns in LATER.items() for part in [world.parts[path].text] for pattern in patterns
        for match in re.finditer(pattern, part, re.MULTILINE)]
    equal(found, [], "what came later")


@check("the policy of the page allows its own parts and nothing else")
def policy(world: World) -> None:
    inline = re.findall(r"<script>(.*?)</script>", world.parts["/"].text)
    equal(len(inline), 1, "scripts inline")
    digest = base64.b64encode(hashlib.sha256(inline[0].encode()).digest()).decode()
    rules = dict(each.strip().split(" ", 1) for each in world.parts["/"].fields["Content-Security-Policy"].split(";"))
    wanted = {
        "default-src": "'none'", "script-src": f"'self' 'sha256-{digest}'", "style-src": "'self'", "connect-src": "'self'", "img-src": "'self'",
        "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"}
    equal({name: rule for name, rule in rules.items() if name != "manifest-src"}, wanted, "the policy")
    equal(rules.get("manifest-src", "'self'"), "'self'", "the policy for manifests")
    equal(world.parts["/"].fields.get("Cache-Control"), "no-store", "whether the page may be kept")
