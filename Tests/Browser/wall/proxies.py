"""The proxies of the examples in Docs/wall, with a certificate that they signed themselves."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chromium.trouble import Trouble

from waiting import eventually

NAME = "wall.example.org"
SOCKET = "/run/callboard-wall/wall.sock"
# What nginx wants around a site; where it may be root, it becomes whom Debian's becomes.
NGINX = """{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/proxy.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""
CADDY = """{{
	admin off
	storage file_system {folder}/caddy
	skip_install_trust
	auto_https disable_redirects
	https_port {port}
}}
"""


def program(name: str) -> str:
    """Gives where a program of administrators is."""
    path = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if not path:
        raise Trouble(f"there is no {name}")
    return path


def certificate(folder: Path) -> tuple[Path, Path]:
    """Makes a certificate and its key."""
    paths = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-out", paths[0], "-keyout", paths[1]],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return paths


@contextmanager
def nginx(example: Path, wall: Path, folder: Path, port: int) -> Iterator[None]:
    """Has nginx before a socket meanwhile, as the example says it."""
    chain, key = certificate(folder)
    lines = [line for line in example.read_text().splitlines() if "[::]" not in line]
    text = "\n".join(lines).replace(SOCKET, str(wall)).replace("listen 443", f"listen 127.0.0.1:{port}")
    for name, path in (("fullchain", chain), ("privkey", key)):
        text = text.replace(f"/etc/letsencrypt/live/{NAME}/{name}.pem", str(path))
    (folder / "site.conf").write_text(text.replace(NAME, "localhost") + "\n")
    user = "user www-data;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user=user))
    with running([program("nginx"), "-p", folder, "-e", folder / "proxy.log", "-c", folder / "nginx.conf"], folder, port):
        yield


@contextmanager
def caddy(example: Path, wall: Path, folder: Path, port: int) -> Iterator[None]:
    """Has Caddy before a socket meanwhile, as the example says it."""
    chain, key = certificate(folder)
    text = example.read_text().replace(SOCKET, str(wall)).replace(
        f"{NAME} {{", f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {chain} {key}")
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, port=port) + text)
    with running([program("caddy"), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], folder, port):
        yield


@contextmanager
def running(command: list[str | Path], folder: Path, port: int) -> Iterator[None]:
    """Has a proxy run meanwhile, from the moment that it listens."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with open(folder / "output.log", "w") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
    try:
        def listens() -> bool:
            if process.poll() is not None:
                raise Trouble(f"{command[0]} ends: {(folder / 'output.log').read_text()[-400:]}")
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        eventually(listens, lambda: f"{command[0]} does not listen")
        yield
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
