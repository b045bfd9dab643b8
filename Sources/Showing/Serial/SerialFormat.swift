package import Linux
package import Notices

/// Encoding of events for a serial line: events in, bytes out; no I/O, no clock.
package protocol SerialFormat: Sendable {
    /// Returns what is sent before the current state each time the port has appeared.
    ///
    /// The output uses a fresh copy of the format each time, because the device may have changed.
    mutating func begin(at time: WallTime) -> [SerialPacket]

    /// Returns the packets for an event; empty if the format omits it.
    mutating func packets(for event: BridgeEvent) -> [SerialPacket]

    /// Whether the format also receives current beacon state (`BeaconNews.isKept`).
    var showsState: Bool { get }

    /// Returns what is sent after a period of silence; empty for nothing.
    mutating func heartbeat(at time: WallTime) -> [UInt8]

    /// Returns a report about dropped events; empty if the format has none.
    mutating func loss(of events: Int, at time: WallTime) -> [UInt8]

    /// Takes received bytes, in pieces of any size. Memory is bounded; unknown lines and requests
    /// are counted and ignored.
    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply

    /// Returns what is sent when the bridge ends.
    mutating func end(at time: WallTime) -> [UInt8]

    /// Records that a packet of a slot is being sent.
    mutating func take(_ slot: SerialPacket.Slot)

    /// Returns a shorter replacement for all queued lines of a screen; nil if there is none.
    func shortcut() -> SerialShortcut?

    /// Records that the shortcut is being sent.
    mutating func takeShortcut()
}

/// Shorter replacement for queued lines of a screen.
package struct SerialShortcut: Hashable, Sendable {
    /// Bytes that are sent at once.
    package var bytes: [UInt8]
    /// Packets that remain to be sent after that.
    package var rest: [SerialPacket]
}

// Default implementations: a format implements only what it sends.
extension SerialFormat {
    package mutating func begin(at time: WallTime) -> [SerialPacket] { [] }
    package mutating func heartbeat(at time: WallTime) -> [UInt8] { [] }
    package mutating func end(at time: WallTime) -> [UInt8] { [] }
    package var showsState: Bool { false }
    package mutating func loss(of events: Int, at time: WallTime) -> [UInt8] { [] }
    package mutating func take(_ slot: SerialPacket.Slot) {}
    package func shortcut() -> SerialShortcut? { nil }
    package mutating func takeShortcut() {}
}

/// Bytes that are sent without interruption.
package struct SerialPacket: Hashable, Sendable {
    /// Urgency of a packet; the most urgent packet is sent first.
    package enum Urgency: Int, Hashable, Sendable, CaseIterable, Comparable {
        case other
        /// End or another change of a call.
        case call
        /// Ringing call.
        case ringing

        package static func < (left: Urgency, right: Urgency) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Item that each packet replaces as a whole, such as a line of a screen.
    package struct Slot: Hashable, Sendable {
        /// Name that the packets of the slot share.
        package let name: String
        /// Whether the device shows the last packet until the next one, so that a packet never
        /// expires.
        package let stays: Bool

        /// Creates a slot, by default one whose packets expire.
        package init(_ name: String, stays: Bool = false) {
            self.name = name
            self.stays = stays
        }

        package static func row(_ number: Int) -> Slot {
            Slot("row\(number)", stays: true)
        }
    }

    package var bytes: [UInt8]
    package var urgency = Urgency.other
    /// Slot of the packet, which replaces a queued packet of the same slot.
    package var slot: Slot?
}

/// Result of bytes that the device sent.
package struct SerialReply: Hashable, Sendable {
    /// Packets of the answer.
    package var packets: [SerialPacket] = []
    /// Actions that the device requests.
    package var acts: [NoticeAction] = []
    /// Commands to a media player that the device requests.
    package var media: [MediaCommand] = []
    /// Number of unknown lines or requests.
    package var ignored = 0
}
