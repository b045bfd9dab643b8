"""Stands in for libraries of other integrations that are not installed, so that Home Assistant's modules can be read."""

import importlib.machinery
import sys
import types

# Bluetooth, the cloud, cameras, pictures, databases, serial ports: mqtt never calls them.
OTHERS = (
    "PIL", "aiousbwatcher", "bleak", "bluetooth_data_tools", "habluetooth", "hass_nabucasa", "home_assistant_bluetooth",
    "numpy", "serialx", "sqlalchemy", "turbojpeg", "usb_devices", "webrtc_models", "zeroconf",
)


class Nothing(types.ModuleType):
    """A module in which every name is an empty class."""

    __path__: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (Exception,), {})
        setattr(self, name, made)
        return made


class Finder:
    """Finds these libraries after all others have been asked."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Says that it knows one of them."""
        if name.split(".")[0] in OTHERS:
            return importlib.machinery.ModuleSpec(name, Finder, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        """Makes one."""
        return Nothing(spec.name)

    @staticmethod
    def exec_module(module):
        """Has nothing to do."""


class NoWeb:
    """The web server that is not there: what integrations would register is forgotten."""

    def __getattr__(self, name):
        return lambda *arguments, **named: None


sys.meta_path.append(Finder)
