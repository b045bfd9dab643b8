"""What the package is before anybody installs it."""

import filecmp
import os
import re
from pathlib import Path

from machine.check import check, equal, holds
from machine.world import SCRIPT, World


@check("lintian has nothing to say", once=True)
def lintian_is_silent(world: World) -> None:
    text = world.here("lintian", "--allow-root", "--fail-on", "error,warning", world.package)
    equal([line for line in text.splitlines() if line[:2] in ("E:", "W:")], [], "lintian")


@check("everything in it belongs to root, and nothing can be written by others", once=True)
def owners_and_modes(world: World) -> None:
    odd = {}
    for line in world.here("dpkg-deb", "--contents", world.package).splitlines():
        mode, owner, _, _, _, path = line.split(maxsplit=5)
        wanted = "drwxr-xr-x" if mode[0] == "d" else "-rw-r--r--"
        if (mode, owner) != (wanted, "root/root"):
            odd[path] = f"{mode} {owner}"
    equal(
        odd,
        {
            "./usr/bin/callboard": "-rwxr-xr-x root/root",
            "./usr/libexec/callboard/callboard-draw": "-rwxr-xr-x root/root",
            "./usr/share/doc/callboard/examples/image/epaper.py": "-rwxr-xr-x root/root",
            "./usr/share/doc/callboard/examples/image/oled.py": "-rwxr-xr-x root/root",
            "./etc/callboard/callboard.conf": "-rw-r----- root/root",
        },
        "files with other owners or modes than usual",
    )


@check("it holds what the list of files says and nothing else but Debian's own papers", once=True)
def holds_what_is_listed(world: World) -> None:
    listed = {line.split()[1] for line in world.here("Sources/Packaging/list", "/usr").splitlines()}
    contents = world.here("dpkg-deb", "--contents", world.package).splitlines()
    packed = {line.split()[-1][1:] for line in contents if line[0] == "-"}
    plain = {path.removesuffix(".gz") if "/man/" in path else path for path in packed}
    papers = {
        "/usr/share/doc/callboard/changelog.gz", "/usr/share/doc/callboard/copyright",
        "/usr/share/lintian/overrides/callboard",
    }
    equal(plain - papers, listed, "files in the package")
    equal(papers - plain, set(), "Debian's papers that are missing")


@check("it names the libraries that the binaries need, and not the Swift runtime", once=True)
def depends_on_libraries(world: World) -> None:
    depends = world.here("dpkg-deb", "--field", world.package, "Depends")
    for library in ("libc6 (>= ", "libdbus-1-3 (>= ", "libpcre2-8-0 (>= ", "libsqlite3-0 (>= "):
        holds(library in depends, f"{library} is not among {depends}")
    recommends = world.here("dpkg-deb", "--field", world.package, "Recommends")
    for library in ("libpangocairo-1.0-0 (>= ", "libcairo2 (>= ", "fontconfig", "fonts-dejavu-core"):
        holds(library in recommends and library not in depends, f"{library} is not among {recommends}")
    # From Debian 13 on it has another name.
    holds(re.search(r"libglib2\.0-0 \(\S+ \S+\) \| libglib2\.0-0t64 ", recommends), f"GLib is not named for both in {recommends}")
    binary = world.scratch / "unpacked"
    world.here("dpkg-deb", "--extract", world.package, binary)
    for program in ("usr/bin/callboard", "usr/libexec/callboard/callboard-draw"):
        needed = re.findall(r"NEEDED.*\[(.*)\]", world.here("readelf", "--dynamic", "--wide", binary / program))
        holds("libc.so.6" in needed, f"{program} is linked with {needed}")
        equal([name for name in needed if "swift" in name.lower()], [], "libraries of Swift that it needs")


@check("the same sources and binaries make the same packages, whoever makes them", once=True)
def is_reproducible(world: World) -> None:
    binary = os.environ.get("BINARY", ".build/release/callboard")
    environment = {**os.environ, "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8", "HOME": str(world.scratch)}
    command = 'umask 077; exec Sources/Packaging/package "$0" "$1" "$2"'
    text = world.here(
        "sh", "-c", command, world.scratch / "again", binary, os.environ.get("GENERATOR", binary), environment=environment, limit=SCRIPT)
    made = [Path(line) for line in text.splitlines() if line.endswith(".deb")]
    packages = [world.package, *map(world.beside, world.companions)]
    equal([path.name for path in made], [path.name for path in packages], "packages that are made")
    for again, before in zip(made, packages):
        holds(filecmp.cmp(again, before, shallow=False), f"two packages of the same binary differ: {before.name}")


@check("a program that would not start elsewhere, or searches for libraries in odd places, is refused by name", once=True)
def odd_programs_are_refused(world: World) -> None:
    source = world.scratch / "odd.c"
    source.write_text("#include <stdio.h>\nint main(void) { return puts(\"\"); }\n")
    for options, glibc, words in (
        ([], "", ""),
        ([], "2.99", ""),
        ([], "2.2", "uses functions of glibc 2.34, and should start with glibc 2.2"),
        (["-Wl,-rpath,/opt"], "", "searches for libraries in a folder of its own"),
        (["-Wl,-z,execstack"], "", "has a stack from which code may be run"),
    ):
        world.here("gcc", source, "-o", world.scratch / "odd", *options)
        said = world.here(
            "env", f"GLIBC={glibc}", "Sources/Packaging/linked", world.scratch / "odd", status=1 if words else 0)
        holds(words in said and bool(words) == bool(said), f"{options} with glibc {glibc or 'of any version'}: {said}")
