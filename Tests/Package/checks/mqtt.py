"""The package of the program beside the bridge that talks to an MQTT broker."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machine.check import check, equal, holds
from machine.world import World

from checks.service import analyze

UNIT = "/usr/lib/systemd/system/callboard-mqtt.service"
# Tenths: what talks to a network leaves that open.
EXPOSURE = 16


def package(world: World) -> Path:
    """Gives the package, which lies beside the one of the bridge."""
    return world.package.with_name(world.package.name.replace("callboard_", "callboard-mqtt_"))


@contextmanager
def installed(world: World) -> Iterator[None]:
    """Has both packages installed meanwhile, as the second wants the first."""
    world.install()
    world.apt("install", "--no-install-recommends", world.bring(package(world)))
    try:
        yield
    finally:
        world.run("dpkg", "--purge", "callboard-mqtt")


@check("lintian has nothing to say of the package for MQTT", once=True)
def lintian_is_silent_of_mqtt(world: World) -> None:
    text = world.here("lintian", "--allow-root", "--fail-on", "error,warning", package(world))
    equal([line for line in text.splitlines() if line[:2] in ("E:", "W:")], [], "lintian")


@check("the package for MQTT holds what its list says, and belongs to root", once=True)
def mqtt_holds_what_is_listed(world: World) -> None:
    listed = {line.split()[1] for line in world.here("Sources/Packaging/list", "/usr", "files-mqtt").splitlines()}
    lines = [line.split() for line in world.here("dpkg-deb", "--contents", package(world)).splitlines()]
    equal({line[1] for line in lines}, {"root/root"}, "owners")
    packed = {line[-1][1:] for line in lines if line[0][0] == "-"}
    plain = {path.removesuffix(".gz") if "/man/" in path else path for path in packed}
    papers = {f"/usr/share/doc/callboard-mqtt/{name}" for name in ("changelog.gz", "copyright")}
    equal(plain - papers, listed, "files in the package")


@check("only the package for MQTT needs its library", once=True)
def only_mqtt_needs_the_library(world: World) -> None:
    holds("libmosquitto1 (>= " in world.here("dpkg-deb", "--field", package(world), "Depends"), "libmosquitto is not named")
    holds("mosquitto" not in world.here("dpkg-deb", "--field", world.package), "the bridge's package names it, too")


@check("the service for MQTT has a user of its own in the bridge's group, and leaves little open")
def mqtt_has_a_user_and_leaves_little_open(world: World) -> None:
    with installed(world):
        holds("callboard" in world.run("id", "--name", "--groups", "callboard-mqtt").split(), "the user may not read")
        analyze(world, EXPOSURE, UNIT)
        equal(world.run("callboard-mqtt", "--version").split()[0], "callboard-mqtt", "what it says of itself")


@check("without a broker the check of MQTT says so, and what is wrong in the section is told with its line")
def mqtt_check_tells_what_is_wrong(world: World) -> None:
    with installed(world):
        text = world.run("callboard-mqtt", "check", status=1)
        holds("no broker listens at localhost port 1883" in text, text)
        world.path("/tmp/wrong.conf").write_text("[mqtt]\nhots = broker\npassword = quince\n")
        text = world.run("callboard-mqtt", "run", "--config", "/tmp/wrong.conf", status=78)
        holds("/tmp/wrong.conf:2:" in text and "/tmp/wrong.conf:3:" in text and "quince" not in text, text)


@check("the service for MQTT starts under systemd without any credential, waits for the broker, and ends politely")
def mqtt_lives_under_systemd(world: World) -> None:
    with installed(world):
        text = world.boot(
            """
            systemctl start callboard-mqtt; echo "started $?"
            systemctl show --property=ActiveState,User,StatusText callboard-mqtt
            systemctl reload callboard-mqtt; echo "reloaded $?"
            umask 077; mkdir -p /etc/credstore; echo quince > /etc/credstore/callboard-mqtt.password
            systemctl restart callboard-mqtt; echo "restarted $?"
            ls /run/credentials/callboard-mqtt.service
            systemctl stop callboard-mqtt; echo "stopped $?"
            systemctl show --property=Result callboard-mqtt
            """)
        for words in ("started 0", "ActiveState=active", "User=callboard-mqtt", "StatusText=", "reloaded 0", "restarted 0",
                      "callboard-mqtt.password", "stopped 0", "Result=success"):
            holds(words in text, f"{words} is missing: {text}")
