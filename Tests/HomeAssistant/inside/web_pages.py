"""Serves Home Assistant's web pages to this machine, without a login."""

import contextvars
import json

import hass_nabucasa
from homeassistant import core_config
from homeassistant.auth.const import GROUP_ID_ADMIN
from homeassistant.setup import async_setup_component

LOCAL = "127.0.0.1"
# What a first visitor would be asked.
ASKED = ["user", "core_config", "analytics", "integration"]


# Each request is asked whether it came by the cloud, for which there is a stand-in.
hass_nabucasa.remote.is_cloud_request = contextvars.ContextVar("is_cloud_request", default=False)


def begin(folder):
    """Writes that the first visitor has been asked, before Home Assistant looks for files."""
    with open(f"{folder}/.storage/onboarding", "w") as file:
        json.dump({"version": 4, "minor_version": 1, "key": "onboarding", "data": {"done": ASKED}}, file)


async def set_up(hass, port):
    """Sets up the pages; the dashboard is ui-lovelace.yaml in the folder of the configuration."""
    await core_config.async_process_ha_core_config(hass, {"auth_providers": [
        {"type": "trusted_networks", "trusted_networks": [LOCAL], "allow_bypass_login": True}]})
    await hass.auth.async_create_user("Ann", group_ids=[GROUP_ID_ADMIN])
    config = {"http": {"server_host": [LOCAL], "server_port": port}, "lovelace": {"mode": "yaml"}, "frontend": {}}
    for name in ("http", "websocket_api", "frontend"):
        if not await async_setup_component(hass, name, config):
            raise SystemExit(f"{name} could not be set up")
