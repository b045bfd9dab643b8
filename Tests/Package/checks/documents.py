"""What the program prints of itself, installed: manual pages, completions, the sample configuration."""

import os
import re
from pathlib import Path

from machine.check import Failed, check, equal, holds
from machine.world import World

PAGES = {
    "man1/callboard.1.gz": "1", "man5/callboard.conf.5.gz": "5", "man8/callboard.8.gz": "8", "man8/callboard-mqtt.8.gz": "8",
    "man8/callboard-central.8.gz": "8", "man8/callboard-wall.8.gz": "8", "man1/callboard-desktop.1.gz": "1",
}
# Programs, each with a command that is offered.
PROGRAMS = {"callboard": "run", "callboard-mqtt": "check", "callboard-central": "search", "callboard-wall": "link", "callboard-desktop": "check"}


@check("every manual page renders without a warning and has a name for whatis", once=True)
def manual_pages_render(world: World) -> None:
    world.install_beside()
    # The warnings of groff go to the standard error, which is read together with the page.
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANROFFSEQ": ""}
    for page in PAGES:
        path = world.path(f"/usr/share/man/{page}")
        noise = world.here(
            "sh", "-c", 'man --warnings=w --encoding=UTF-8 --local-file "$0" 2>&1 >/dev/null', path, environment=environment)
        equal(noise, "", page)
        source = world.scratch / path.stem
        source.write_text(world.here("zcat", path))
        noise = world.here("sh", "-c", 'groff -man -ww -Tutf8 "$0" 2>&1 >/dev/null', source, environment=environment)
        equal(noise, "", f"{page} to groff")
        holds(" - " in world.here("lexgrog", path), f"{page} has no line for whatis")
        for document in re.findall(r"\S*\b(?:Docs|doc/callboard)/\S+\.md", source.read_text().replace("\\-", "-")):
            holds(world.path(document).exists(), f"{page} names {document}, which is not there")


@check("every link of an installed document leads to what is installed", once=True)
def links_lead_somewhere(world: World) -> None:
    world.install_beside()
    folder = world.path("/usr/share/doc/callboard")
    # What is in the style of code is an example.
    code = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
    for page in sorted(folder.rglob("*.md*")):
        text = world.here("zcat", "-f", page)
        for target in re.findall(r"\]\(([^)\s#]+)[^)\s]*\)", code.sub("", text)):
            if ":" in target:
                continue
            place = page.parent / target
            holds(place.exists() or Path(f"{place}.gz").exists(), f"{page.name} links to {target}, which is not there")


@check("the page of a file stands in the section and under the name it is found by", once=True)
def manual_pages_say_who_they_are(world: World) -> None:
    world.install_beside()
    for page, section in PAGES.items():
        text = world.here("zcat", world.path(f"/usr/share/man/{page}"))
        titles = [line.split() for line in text.splitlines() if line.startswith(".TH ")]
        equal(len(titles), 1, f"titles of {page}")
        name = page.split("/")[1].rsplit(".", 2)[0].upper()
        equal([word.strip('"').replace("\\-", "-") for word in titles[0][1:3]], [name, section], f"title of {page}")


@check("bash, zsh and fish understand their completions", once=True)
def completions_parse(world: World) -> None:
    world.install_beside()
    for program, command in PROGRAMS.items():
        bash = world.path(f"/usr/share/bash-completion/completions/{program}")
        zsh = world.path(f"/usr/share/zsh/vendor-completions/_{program}")
        fish = world.path(f"/usr/share/fish/vendor_completions.d/{program}.fish")
        for shell, path in (("bash", bash), ("zsh", zsh), ("fish", fish)):
            equal(world.here(shell, "-n", path), "", f"{shell} -n {path.name}")
        registered = world.here("bash", "--norc", "-c", f'source "$0" && complete -p {program}', bash)
        holds(registered.startswith("complete "), f"bash completes nothing for {program}: {registered}")
        holds(zsh.read_text().startswith(f"#compdef {program}\n"), f"zsh would not find that of {program} by the first line")
        loaded = world.here(
            "zsh", "-f", "-c",
            f"autoload -Uz compinit; fpath=({zsh.parent} $fpath); compinit -u -D; print $_comps[{program}]")
        equal(loaded.strip(), f"_{program}", f"what zsh completes {program} with")
        offered = world.here("fish", "--no-config", "--command", f"source {fish}; complete --do-complete '{program} '")
        holds(command in offered.split(), f"fish does not offer '{command}': {offered!r}")


@check("the sample configurations are ones that the program takes")
def sample_configuration_is_valid(world: World) -> None:
    world.install_beside()
    text = world.path("/etc/callboard/callboard.conf").read_text()
    holds(text.strip(), "the sample is empty")
    try:
        world.run("callboard", "config", "check", user="callboard")
        for name in world.services:
            sample = f"/usr/share/doc/{name}/examples/{name.removeprefix('callboard-')}.conf"
            world.run("callboard", "config", "check", "--config", sample)
    except Failed as failed:
        raise Failed(f"callboard config check refuses the sample: {failed}") from failed
