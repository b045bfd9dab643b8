"""What the program prints of itself, installed: manual pages, completions, the sample configuration."""

import os

from machine.check import Failed, check, equal, holds
from machine.world import World

PAGES = {"man1/callboard.1.gz": "1", "man5/callboard.conf.5.gz": "5", "man8/callboard.8.gz": "8"}


@check("every manual page renders without a warning and has a name for whatis", once=True)
def manual_pages_render(world: World) -> None:
    world.install()
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


@check("the page of a file stands in the section and under the name it is found by", once=True)
def manual_pages_say_who_they_are(world: World) -> None:
    world.install()
    for page, section in PAGES.items():
        text = world.here("zcat", world.path(f"/usr/share/man/{page}"))
        titles = [line.split() for line in text.splitlines() if line.startswith(".TH ")]
        equal(len(titles), 1, f"titles of {page}")
        name = page.split("/")[1].rsplit(".", 2)[0].upper()
        equal([word.strip('"') for word in titles[0][1:3]], [name, section], f"title of {page}")


@check("bash, zsh and fish understand their completions", once=True)
def completions_parse(world: World) -> None:
    world.install()
    bash = world.path("/usr/share/bash-completion/completions/callboard")
    zsh = world.path("/usr/share/zsh/vendor-completions/_callboard")
    fish = world.path("/usr/share/fish/vendor_completions.d/callboard.fish")
    for shell, path in (("bash", bash), ("zsh", zsh), ("fish", fish)):
        equal(world.here(shell, "-n", path), "", f"{shell} -n")
    registered = world.here("bash", "--norc", "-c", 'source "$0" && complete -p callboard', bash)
    holds(registered.startswith("complete "), f"bash completes nothing for callboard: {registered}")
    holds(zsh.read_text().startswith("#compdef callboard"), "zsh would not find its completion by the first line")
    offered = world.here("fish", "--no-config", "--command", f"source {fish}; complete --do-complete 'callboard '")
    holds("run" in offered.split(), f"fish does not offer 'run': {offered!r}")


@check("the sample configuration is one that the program takes, where it can say so")
def sample_configuration_is_valid(world: World) -> None:
    world.install()
    text = world.path("/etc/callboard/callboard.conf").read_text()
    holds(text.strip(), "the sample is empty")
    try:
        world.run("callboard", "config", "check", user="callboard")
    except Failed as failed:
        raise Failed(f"callboard config check refuses the sample: {failed}") from failed
