"""The air: a Bumble link whose radios carry the addresses that their connections have."""

import asyncio
from typing import Any

from bumble import core, hci, link, ll
from bumble.controller import Controller
from bumble.smp import AddressResolver


class Air(link.LocalLink):
    """The bus between the controllers, with each packet under its connection's own address."""

    def send_acl_data(
        self,
        sender_controller: Controller,
        destination_address: hci.Address,
        transport: core.PhysicalTransport,
        data: bytes,
    ) -> None:
        """Delivers a packet.

        Bumble's own method always names the sender's random address; a host that advertises
        with its public one would never be found.
        """
        connection = sender_controller.le_connections.get(destination_address)
        receiver = self.find_le_controller(destination_address)
        if connection is None or receiver is None:
            return
        source = connection.self_address
        asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, source, transport, data)

    def send_advertising_pdu(self, sender_controller: Controller, packet: ll.AdvertisingPdu) -> None:
        """Delivers an advertisement, or a request for a connection, which takes effect on both sides at once."""
        if not isinstance(packet, ll.ConnectInd):
            return super().send_advertising_pdu(sender_controller, packet)
        for other in self.controllers - {sender_controller}:
            other.on_ll_advertising_pdu(packet)


class Radio(Controller):
    """A controller that forgets on reset and on cancel, and resolves addresses, as real ones do."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.resolving: list[tuple[bytes, hci.Address]] = []

    @property
    def is_advertising(self) -> bool:
        """Says whether it can be found and connected to."""
        return any(each.enabled for each in (self.le_legacy_advertiser, *self.advertising_sets.values()))

    def on_hci_le_clear_resolving_list_command(
        self, command: hci.HCI_LE_Clear_Resolving_List_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Forgets who may come under changing addresses."""
        self.resolving.clear()
        return super().on_hci_le_clear_resolving_list_command(command)

    def on_hci_le_add_device_to_resolving_list_command(
        self, command: hci.HCI_LE_Add_Device_To_Resolving_List_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Takes the key of somebody who may come under changing addresses."""
        self.resolving.append((command.peer_irk, command.peer_identity_address))
        return super().on_hci_le_add_device_to_resolving_list_command(command)

    def on_advertising_pdu(self, pdu: ll.AdvInd | ll.AdvExtInd) -> None:
        """Connects to whoever was asked for, under the address that it has by now."""
        pending, address = self.pending_le_connection, pdu.advertiser_address
        wanted = pending.peer_address if pending else None
        if pending and address.is_resolvable and AddressResolver(self.resolving).resolve(address) == wanted:
            pending.peer_address = address
        super().on_advertising_pdu(pdu)
        if pending and pending is self.pending_le_connection:
            pending.peer_address = wanted

    def is_advertising_as(self, address: hci.Address) -> bool:
        """Says whether it can be connected to under an address."""
        advertisers = (self.le_legacy_advertiser, *self.advertising_sets.values())
        return any(each.enabled and each.address == address for each in advertisers)

    def create_le_connection(self, peer_address: hci.Address) -> None:
        """Connects, unless another one was faster or the host has just gone off the air: then it goes on trying."""
        if any(other.is_advertising_as(peer_address) for other in self.link.controllers if other is not self):
            super().create_le_connection(peer_address)

    def on_hci_le_create_connection_cancel_command(
        self, _command: hci.HCI_LE_Create_Connection_Cancel_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Ends the attempt and reports it as ended, which the host waits for."""
        pending = self.pending_le_connection
        if pending is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        self.pending_le_connection = None
        self.send_hci_packet(
            hci.HCI_LE_Connection_Complete_Event(
                status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
                connection_handle=0,
                role=hci.Role.CENTRAL,
                peer_address_type=0,
                peer_address=hci.Address.ANY,
                connection_interval=0,
                peripheral_latency=0,
                supervision_timeout=0,
                central_clock_accuracy=0,
            )
        )
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def on_hci_reset_command(self, _command: hci.HCI_Reset_Command) -> hci.HCI_StatusReturnParameters:
        """Drops links and advertisements."""
        self.drop_links(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
        for advertiser in [self.le_legacy_advertiser, *self.advertising_sets.values()]:
            advertiser.stop()
        self.advertising_sets.clear()
        self.pending_le_connection = None
        self.le_scan_enable = False
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def drop_links(self, reason: int) -> None:
        """Ends every link on both sides, as if the other one went out of range."""
        for connection in list(self.le_connections.values()):
            other = self.link.find_le_controller(connection.peer_address)
            if other is not None:
                back = other.le_connections.get(connection.self_address)
                if back is not None:
                    other.on_le_disconnected(back, reason)
            self.on_le_disconnected(connection, reason)

    def off_the_air(self) -> None:
        """Disappears."""
        self.on_hci_reset_command(hci.HCI_Reset_Command())
        self.link.controllers.discard(self)
