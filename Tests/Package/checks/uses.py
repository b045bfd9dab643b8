"""What users do with the installed programs without a phone, on every architecture."""

import json
import platform
import shutil

from machine.check import Failed, Skipped, check, equal, holds
from machine.world import UNTIL, World

PLACE = "/var/lib/callboard/uses"
DRAWING = "/usr/libexec/callboard/callboard-draw"
# A bridge with a history, which ends with the script; what passes to the program that draws is kept.
BRIDGE = UNTIL + f"""
mkdir -p {PLACE} && cd {PLACE} || exit 1
printf '[image]\\nsize = 400x240\\nfile = {PLACE}/day.png\\nclock = no\\n' > callboard.conf
callboard run --config callboard.conf --socket socket --history history --radio simulated --speed 50 -F null 2> log &
trap "kill $!; cat log >&2" EXIT
until_ '[ "$(callboard history --history history -n 100 2>/dev/null | grep -c MISSED)" -gt 0 ]'
until_ '[ -s day.png ]'
"""
# Keeps scenes and arguments on their way to the program that draws.
BETWEEN = f"""#!/bin/sh
printf '%s\\n' "$@" > {PLACE}/arguments
tee {PLACE}/scenes | {DRAWING}.real "$@" | tee {PLACE}/replies
"""
# Keeps a picture, and how many scenes had come by then.
KEPT = """
until_ 'wc -l < scenes > count; [ "$(cat count)" -gt 0 ] && [ "$(grep -cE "shown|skipped" replies)" = "$(cat count)" ] && cp day.png kept.png'
"""
DRAWING_WITH = ("libcairo2", "libfreetype6", "libharfbuzz0b", "libpango-1.0-0", "libpangoft2-1.0-0")
DRAWN = ("libpangocairo-1.0-0", "libpangoft2-1.0-0", "libcairo2", "fontconfig", "fonts-dejavu-core")


def bridge(world: World, script: str) -> str:
    """Gives what a script prints beside a bridge of simulated phones."""
    world.run("rm", "-rf", PLACE)
    return world.run("sh", "-c", BRIDGE + script, user="callboard")


@check("a simulated day is kept, listed, searched and counted, and the control socket answers")
def a_day_is_kept(world: World) -> None:
    world.install()
    world.apt("install", "--no-install-recommends", *DRAWN)
    said = bridge(world, """
        callboard status --socket socket --json
        callboard list --socket socket | wc -l
        callboard search --history history oven 2>/dev/null | wc -l
        callboard stats --history history | grep -c Calls
        callboard history --history history --json -n 1 | wc -l
    """)
    status, *counts = said.splitlines()
    equal(json.loads(status)["phones"][0]["name"], "Mara's iPhone", "the phone of the status")
    holds(all(int(count) > 0 for count in counts[:4]), f"a command finds nothing: {counts}")


@check("a picture is drawn in the same way as on this machine, pixel by pixel")
def b_picture_is_the_same(world: World) -> None:
    program = world.project / ".build/release/callboard-draw"
    if not program.exists():
        raise Skipped(f"there is no {program}; make build makes it")
    world.install()
    world.apt("install", "--no-install-recommends", *DRAWN)
    versions = ("dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *DRAWING_WITH)
    if world.here(*versions, status=None) != world.run(*versions):
        raise Skipped("the libraries that draw are of other versions on this machine")
    world.run("mv", DRAWING, f"{DRAWING}.real")
    try:
        world.path(DRAWING).write_text(BETWEEN)
        world.path(DRAWING).chmod(0o755)
        bridge(world, KEPT)
    finally:
        world.run("mv", f"{DRAWING}.real", DRAWING)
    here, there = world.scratch / "day.png", world.path(f"{PLACE}/kept.png")
    arguments = world.path(f"{PLACE}/arguments").read_text().replace(f"{PLACE}/day.png", str(here)).splitlines()
    # With the fonts of the other machine alone.
    fonts = world.scratch / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{world.path('/usr/share/fonts')}</dir><cachedir>{world.scratch}/fonts</cachedir></fontconfig>")
    scenes = [each for each in world.path(f"{PLACE}/scenes").read_text().splitlines(keepends=True) if each.endswith("\n")]
    # The next scene may have been drawn by the time that the picture was kept.
    for count in range(int(world.path(f"{PLACE}/count").read_text()), len(scenes) + 1):
        replayed = world.scratch / "scenes"
        replayed.write_text("".join(scenes[:count]))
        world.here("env", f"FONTCONFIG_FILE={fonts}", "sh", "-c", 'scenes=$1; shift; exec "$0" "$@" < "$scenes"', program, replayed, *arguments)
        if here.read_bytes() == there.read_bytes():
            return
    kept = [shutil.copy(each, world.build / f"picture-{word}.png") for each, word in ((here, "here"), (there, "there"))]
    raise Failed(f"the picture differs from what {platform.machine()} draws of the same scenes: see {kept}")
