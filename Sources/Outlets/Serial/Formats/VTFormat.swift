internal import Charsets
internal import Linux
internal import Notices

/// A screen for a terminal: the call that rings in large letters, and what is on the phones below.
struct VTFormat: CommandedFormat {
    /// Notices that are remembered for the screen; past that the oldest goes.
    private static let noticeLimit = 64
    private static let callLimit = 8
    private static let phoneLimit = 8

    private let style: SerialStyle
    var commands: CommandReader
    private var screen: VTScreen

    init(_ style: SerialStyle) {
        self.style = style
        commands = CommandReader(style)
        // Letters of cp437 are control bytes to a terminal, and some begin sequences.
        let charset = style.charset == .cp437 ? .ascii : style.charset
        screen = VTScreen(charset: charset, width: style.width)
    }

    mutating func begin(at time: WallTime) -> [SerialPacket] {
        screen.time = time
        return [
            SerialPacket(bytes: VTScreen.beginning + screen.bytes)
        ]
    }

    mutating func packets(for event: BoardEvent) -> [SerialPacket] {
        var packets: [SerialPacket] = []
        switch event {
        case .notice(let change, let notice, let time):
            screen.time = time
            let isNew = screen.calls.allSatisfy { $0.id != notice.id }
            if notice.rings(after: change), isNew {
                // A screen that waits is replaced by a newer one; a bell must not be.
                packets.append(SerialPacket(bytes: VTScreen.bell, urgency: .ringing))
            }
            take(event, change, notice, at: time)
        case .phone(let state, let name, let time):
            screen.time = time
            screen.phones.removeAll { $0.name == name }
            screen.phones.insert((name, state), at: 0)
            screen.phones = Array(screen.phones.prefix(Self.phoneLimit))
        case .radio, .source, .listed: return []
        }
        packets.append(
            SerialPacket(bytes: screen.bytes, urgency: event.urgency, slot: .screen))
        return packets
    }

    /// The whole screen again, for a terminal that was switched off.
    mutating func heartbeat(at time: WallTime) -> [UInt8] {
        screen.time = time
        return VTScreen.setting + screen.bytes
    }

    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        screen.time = time
        screen.lost += events
        return screen.bytes
    }

    mutating func end(at time: WallTime) -> [UInt8] { VTScreen.end }

    private mutating func take(
        _ event: BoardEvent, _ change: NoticeChange, _ notice: Notice, at time: WallTime
    ) {
        let old = screen.rows.firstIndex { $0.id == notice.id }
        let oldCall = screen.calls.firstIndex { $0.id == notice.id }
        guard let words = SerialWords(event) else { return }
        var row = VTScreen.Row(id: notice.id, clock: time.local.clock, words: words)
        if notice.rings(after: change) {
            if let old { screen.rows.remove(at: old) }
            if let oldCall { screen.calls[oldCall] = row } else { screen.calls.insert(row, at: 0) }
            screen.calls = Array(screen.calls.prefix(Self.callLimit))
            return
        }
        if let oldCall { screen.calls.remove(at: oldCall) }
        switch change {
        case .removed, .forgotten, .ended:
            if let old { screen.rows.remove(at: old) }
        case .added, .modified, .answered, .missed, .ringing:
            if change == .modified, let old {
                row.clock = screen.rows[old].clock
                screen.rows[old] = row
            } else {
                if let old { screen.rows.remove(at: old) }
                screen.rows.insert(row, at: 0)
                screen.rows = Array(screen.rows.prefix(Self.noticeLimit))
            }
        }
    }
}
