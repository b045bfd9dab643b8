"""Keeps Bumble from spelling out and colouring each packet for a log that is not kept: half of what its Python did."""

from bumble import colors

# Every other part takes it from there when it is imported.
colors.color = lambda text, *_, **__: text

from bumble import hci  # noqa: E402

hci.HCI_Object.format_fields = staticmethod(lambda *_, **__: "")
for packet in (hci.HCI_AclDataPacket, hci.HCI_Event, hci.HCI_Command):
    packet.__str__ = lambda self: type(self).__name__
