"""The air: a Bumble link whose radios carry the addresses that their connections have."""

import asyncio
from typing import Any

from bumble import core, hci, link, ll
from bumble.controller import Controller
from bumble.smp import AddressResolver

from .hearing import USUAL_SIGNAL, Hearing
from .resolving import Resolving


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
        packet.signal = getattr(sender_controller, "signal", USUAL_SIGNAL)  # type: ignore[attr-defined]
        if not isinstance(packet, ll.ConnectInd):
            return super().send_advertising_pdu(sender_controller, packet)
        for other in self.controllers - {sender_controller}:
            other.on_ll_advertising_pdu(packet)


# The host wants to be told of addresses that the controller has made or resolved.
ENHANCED_CONNECTION_COMPLETE = 1 << 9
# How a host asks for an address that the controller makes.
MADE_BY_CONTROLLER = (
    hci.OwnAddressType.RESOLVABLE_OR_PUBLIC, hci.OwnAddressType.RESOLVABLE_OR_RANDOM,
)
# How long it keeps such an address if the host says nothing else.
ADDRESS_SECONDS = 900


class Radio(Hearing):
    """A controller that forgets on reset and on cancel, and makes and resolves private addresses, as real ones do.

    Bumble's says that it has link layer privacy and has not: kernels from 6.16 on then pair with an address that is
    not the one on air.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.resolving: list[tuple[bytes, hci.Address]] = []
        # Our own keys, by the one to whom the addresses made of them are shown.
        self.own_keys: dict[hci.Address, bytes] = {}
        self.made: set[hci.Address] = set()
        # What it made of each of our keys last, and when.
        self.current: dict[bytes, tuple[hci.Address, float]] = {}
        # Whom it knows beside those whom the host has told it, and what it tells of them.
        self.resolves: Resolving | None = None

    @property
    def is_advertising(self) -> bool:
        """Says whether it can be found and connected to."""
        return any(each.enabled for each in (self.le_legacy_advertiser, *self.advertising_sets.values()))

    def on_hci_le_clear_resolving_list_command(
        self, command: hci.HCI_LE_Clear_Resolving_List_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Forgets who may come under changing addresses."""
        self.resolving.clear()
        self.own_keys.clear()
        return super().on_hci_le_clear_resolving_list_command(command)

    def on_hci_le_add_device_to_resolving_list_command(
        self, command: hci.HCI_LE_Add_Device_To_Resolving_List_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Takes the key of somebody who may come under changing addresses."""
        self.resolving.append((command.peer_irk, command.peer_identity_address))
        if any(command.local_irk):
            self.own_keys[command.peer_identity_address] = command.local_irk
        return super().on_hci_le_add_device_to_resolving_list_command(command)

    def on_hci_le_set_extended_advertising_enable_command(
        self, command: hci.HCI_LE_Set_Extended_Advertising_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Goes on air, under an address of its own making where the host wants that."""
        for handle in command.advertising_handles if command.enable else []:
            each = self.advertising_sets.get(handle)
            if each is None or each.parameters is None:
                continue
            own = self.own_address(each.parameters.own_address_type, each.parameters.peer_address)
            each.random_address = own or each.random_address
        return super().on_hci_le_set_extended_advertising_enable_command(command)

    def on_hci_le_set_advertising_enable_command(
        self, command: hci.HCI_LE_Set_Advertising_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Does the same with the one message of an older controller."""
        each = self.le_legacy_advertiser
        each.own_made = self.own_address(each.own_address_type, each.peer_address)
        return super().on_hci_le_set_advertising_enable_command(command)

    def own_address(self, kind: int, peer: hci.Address) -> hci.Address | None:
        """Gives the address that it makes for who is shown it; the same one for a while, also if it was off the air."""
        key = self.own_keys.get(peer)
        if key is None or kind not in MADE_BY_CONTROLLER:
            return None
        now = asyncio.get_running_loop().time()
        address, since = self.current.get(key, (None, now))
        if address is None or now - since >= ADDRESS_SECONDS:
            address, since = hci.Address.generate_private_address(key), now
            self.made.add(address)
        self.current[key] = address, since
        return address

    def send_hci_packet(self, packet: hci.HCI_Packet) -> None:
        """Tells the host; of a connection with the addresses that it cannot know, where it has asked for that."""
        if (
            isinstance(packet, hci.HCI_LE_Connection_Complete_Event)
            and packet.status == hci.HCI_ErrorCode.SUCCESS
            and self.le_event_mask & ENHANCED_CONNECTION_COMPLETE
        ):
            packet = self.enhanced(packet)
        super().send_hci_packet(packet)

    def enhanced(self, plain: hci.HCI_LE_Connection_Complete_Event) -> hci.HCI_LE_Enhanced_Connection_Complete_Event:
        """Adds the private addresses of both sides to what is told of a connection."""
        peer, peer_type, peer_private = plain.peer_address, plain.peer_address_type, hci.Address.ANY_RANDOM
        keys = self.resolving if self.le_address_resolution else []
        if self.resolves:
            keys = keys + self.resolves.keys()
        identity = AddressResolver(keys).resolve(peer) if peer.is_resolvable else None
        if identity is not None:
            is_random = identity.address_type & 1
            if self.resolves and not self.resolves.is_honest:
                # As if it had come under the lasting address.
                peer, peer_type = identity, is_random
            else:
                # 2 and 3 say that an identity has been found.
                peer_private, peer, peer_type = peer, identity, 2 + is_random
        own = next(each.self_address for each in self.le_connections.values() if each.handle == plain.connection_handle)
        return hci.HCI_LE_Enhanced_Connection_Complete_Event(
            status=plain.status,
            connection_handle=plain.connection_handle,
            role=plain.role,
            peer_address_type=peer_type,
            peer_address=peer,
            local_resolvable_private_address=own if own in self.made else hci.Address.ANY_RANDOM,
            peer_resolvable_private_address=peer_private,
            connection_interval=plain.connection_interval,
            peripheral_latency=plain.peripheral_latency,
            supervision_timeout=plain.supervision_timeout,
            central_clock_accuracy=plain.central_clock_accuracy,
        )

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
        self.current.clear()
        self.pending_le_connection = None
        self.le_scan_enable = False
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def forget_advertisements(self) -> None:
        """Loses what it was to send, without a word to its host, as adapters do that lose their power in a suspend."""
        for advertiser in [self.le_legacy_advertiser, *self.advertising_sets.values()]:
            advertiser.stop()
        self.advertising_sets.clear()

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
