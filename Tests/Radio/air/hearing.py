"""How a controller hears what is sent to everybody, and sends to everybody itself."""

import asyncio
import dataclasses
from typing import Any

from bumble import hci, ll
from bumble.controller import Controller, LegacyAdvertiser

Advertising = ll.AdvInd | ll.AdvNonConnInd | ll.AdvExtInd
REPORTS = (hci.HCI_LE_Advertising_Report_Event, hci.HCI_LE_Extended_Advertising_Report_Event)
LEGACY, EXTENDED = hci.HCI_LE_Advertising_Report_Event.EventType, hci.HCI_LE_Extended_Advertising_Report_Event.EventType
# Where somebody arrives who has not been placed anywhere.
USUAL_SIGNAL = -50


CONNECTABLE = hci.HCI_LE_Set_Advertising_Parameters_Command.AdvertisingType.ADV_IND
# The unit of intervals.
UNIT_SECONDS = 0.000625


class PlainAdvertiser(LegacyAdvertiser):
    """Sends also what nobody can connect to, as often as it is told, under an address that the controller made.

    Bumble's does none of these.
    """

    own_made: hci.Address | None = None

    @property
    def address(self) -> hci.Address:
        """The address on air."""
        return self.own_made or super().address

    def _on_timer_fired(self) -> None:
        self.send_advertising_data()
        interval = max(self.advertising_interval_min * UNIT_SECONDS, 0.02)
        self.timer_handle = asyncio.get_running_loop().call_later(interval, self._on_timer_fired)

    def send_advertising_data(self) -> None:
        """Sends its message once."""
        if self.enabled and self.advertising_type != CONNECTABLE:
            self.controller.send_advertising_pdu(ll.AdvNonConnInd(self.address, self.advertising_data))
        else:
            super().send_advertising_data()


class Hearing(Controller):
    """A controller that tells how strong somebody arrives, and who only sends.

    Bumble's says of everybody that they arrive with -50 dBm and can be connected to, and has no strength of a link.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # How strong others hear this one, in dBm.
        self.signal = USUAL_SIGNAL
        # Whether it tells a message once in each scan where its host wants that, as real ones do.
        self.leaves_out_duplicates = False
        self.told: set[tuple[hci.Address, bytes]] = set()
        self.heard: Advertising | None = None
        self.le_legacy_advertiser = PlainAdvertiser(self)

    def on_ll_advertising_pdu(self, packet: ll.AdvertisingPdu) -> None:
        """Hears also who cannot be connected to."""
        if isinstance(packet, ll.AdvNonConnInd):
            self.on_advertising_pdu(packet)
        else:
            super().on_ll_advertising_pdu(packet)

    def on_advertising_pdu(self, pdu: Advertising) -> None:
        """Tells the host what it has heard."""
        self.heard = pdu
        try:
            super().on_advertising_pdu(pdu)
        finally:
            self.heard = None

    def send_hci_packet(self, packet: hci.HCI_Packet) -> None:
        """Tells the host; of what was heard as it was heard."""
        if self.heard is not None and isinstance(packet, REPORTS):
            report = packet.reports[0]
            if self.is_left_out(self.heard, report):
                return
            packet = type(packet)([dataclasses.replace(report, **self.truth(self.heard, report))])
        super().send_hci_packet(packet)

    def is_left_out(self, pdu: Advertising, report: Any) -> bool:
        """Says whether the host is not told: nobody answers who only sends, and the same was told before."""
        is_answer = report.event_type in (LEGACY.SCAN_RSP, EXTENDED.SCAN_RESPONSE)
        if is_answer and isinstance(pdu, ll.AdvNonConnInd):
            return True
        if not (self.leaves_out_duplicates and self.filter_duplicates) or is_answer:
            return False
        # Real ones know an address alone, or with what it said: this is the kinder kind.
        message = (pdu.advertiser_address, bytes(pdu.data))
        if message in self.told:
            return True
        self.told.add(message)
        return False

    def truth(self, pdu: Advertising, report: Any) -> dict[str, Any]:
        """Gives what Bumble says wrongly."""
        fields: dict[str, Any] = {"rssi": getattr(pdu, "signal", USUAL_SIGNAL)}
        if isinstance(pdu, ll.AdvNonConnInd):
            is_extended = isinstance(report, hci.HCI_LE_Extended_Advertising_Report_Event.Report)
            fields["event_type"] = EXTENDED.LEGACY_ADVERTISING_PDU_USED if is_extended else LEGACY.ADV_NONCONN_IND
        return fields

    def on_hci_le_set_scan_enable_command(
        self, command: hci.HCI_LE_Set_Scan_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Begins to listen anew, or ends."""
        self.told.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_read_rssi_command(self, command: hci.HCI_Read_RSSI_Command) -> hci.HCI_Read_RSSI_ReturnParameters:
        """Tells how strong the other side of a link arrives."""
        link = next((each for each in self.le_connections.values() if each.handle == command.handle), None)
        other = self.link.find_le_controller(link.peer_address) if link and self.link else None
        if other is None:
            unknown = hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
            return hci.HCI_Read_RSSI_ReturnParameters(status=unknown, handle=command.handle, rssi=127)
        signal = getattr(other, "signal", USUAL_SIGNAL)
        return hci.HCI_Read_RSSI_ReturnParameters(
            status=hci.HCI_ErrorCode.SUCCESS, handle=command.handle, rssi=signal
        )
