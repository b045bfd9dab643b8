package import Linux
package import Notices

/// One way to say events on a wire: events in, bytes out; no I/O, no clock.
package protocol SerialFormat: Sendable {
    /// What is said when the port has come, first or again, before the current state.
    ///
    /// The outlet calls it on a fresh copy of the format each time, since whoever listens now may be
    /// somebody else.
    mutating func begin(at time: WallTime) -> [SerialPacket]

    /// What is said about an event; nothing where the format leaves it out.
    mutating func packets(for event: BridgeEvent) -> [SerialPacket]

    /// Whether it shows what holds, and so takes what is no news, too.
    var showsState: Bool { get }

    /// What is said after a while without anything else; empty: nothing.
    mutating func heartbeat(at time: WallTime) -> [UInt8]

    /// What tells the other side that so many events were left out; empty: it is not told.
    mutating func loss(of events: Int, at time: WallTime) -> [UInt8]

    /// What the device said: whole lines or requests, which come in any pieces; bounded, and
    /// everything unknown is counted and ignored.
    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply

    /// What is said when the bridge ends.
    mutating func end(at time: WallTime) -> [UInt8]

    /// Takes note that a packet of a slot is being said.
    mutating func take(_ slot: SerialPacket.Slot)

    /// What may be said in the place of all that waits of a screen; nil where there is nothing shorter.
    func shortcut() -> SerialShortcut?

    /// Takes note that the shortcut is being said.
    mutating func takeShortcut()
}

/// A shorter way to have the other side show what waits to be said.
package struct SerialShortcut: Hashable, Sendable {
    /// What is said now, as a whole.
    package var bytes: [UInt8]
    /// What remains to be said after that.
    package var rest: [SerialPacket]
}

// A format need only have what it says.
extension SerialFormat {
    /// Nothing comes first, unless a format has something.
    package mutating func begin(at time: WallTime) -> [SerialPacket] { [] }
    /// Nothing breaks the silence, unless a format has something.
    package mutating func heartbeat(at time: WallTime) -> [UInt8] { [] }
    /// Nothing comes last, unless a format has something.
    package mutating func end(at time: WallTime) -> [UInt8] { [] }
    /// What happens alone, unless a format shows more.
    package var showsState: Bool { false }
    /// Nobody is told, unless a format can.
    package mutating func loss(of events: Int, at time: WallTime) -> [UInt8] { [] }
    /// Nothing, unless a format has slots.
    package mutating func take(_ slot: SerialPacket.Slot) {}
    /// Nothing shorter, unless a format has something.
    package func shortcut() -> SerialShortcut? { nil }
    /// Nothing, unless a format has shortcuts.
    package mutating func takeShortcut() {}
}

/// Bytes that go out together, so that nothing comes between them.
package struct SerialPacket: Hashable, Sendable {
    /// What may not wait for what.
    package enum Urgency: Int, Hashable, Sendable, CaseIterable, Comparable {
        case other
        /// What became of a call.
        case call
        /// A call that rings.
        case ringing

        /// Whether something may wait for something else.
        package static func < (left: Urgency, right: Urgency) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Something that is said as a whole each time it changes, such as a line of a screen.
    package struct Slot: Hashable, Sendable {
        /// The name that packets of the slot share.
        package let name: String
        /// Whether the other side shows what was said last for as long as nothing else is: then it is
        /// never too late to say it.
        package let stays: Bool

        /// A slot; what was said in it is soon too old unless it stays.
        package init(_ name: String, stays: Bool = false) {
            self.name = name
            self.stays = stays
        }

        /// A line of a screen.
        package static func row(_ number: Int) -> Slot {
            Slot("row\(number)", stays: true)
        }
    }

    /// The bytes, which go out as a whole.
    package var bytes: [UInt8]
    /// What may not wait for it.
    package var urgency = Urgency.other
    /// A later packet of the same slot replaces one that still waits.
    package var slot: Slot?
}

/// What comes of bytes that the device said.
package struct SerialReply: Hashable, Sendable {
    /// What is said in return.
    package var packets: [SerialPacket] = []
    /// What the device wants done.
    package var acts: [NoticeAction] = []
    /// Lines or requests that meant nothing.
    package var ignored = 0
}
