internal import Board
internal import Formats
internal import Linux
internal import Notices

/// Full screen of a terminal: a ringing call in large characters, and the notifications below.
struct VTFormat: CommandedFormat {
    /// Limit of notifications on the screen; the oldest is dropped first.
    private static let noticeLimit = 1024
    private static let callLimit = 8
    /// Bytes of a line besides its text.
    private static let overhead = 40

    var commands: CommandReader
    private var screen: VTScreen
    /// Phones with their battery levels and what they play.
    private var phones = PhoneList()
    /// Screen after the terminal has received all that was queued; empty if unknown.
    private var shown: [VTScreen.Line] = []
    /// Present screen; nil for an unknown line.
    private var present = [VTScreen.Line?](repeating: nil, count: VTScreen.height)
    /// Whether no event has followed the start of the port.
    private var isBeginning = false

    init(_ style: SerialStyle) {
        commands = CommandReader(style)
        // Characters of cp437 include control bytes, some of which begin sequences.
        let charset = style.charset == .cp437 ? .ascii : style.charset
        screen = VTScreen(charset: charset, width: style.width)
    }

    mutating func begin(at time: WallTime) -> [SerialPacket] {
        screen.time = time
        // Must precede all lines, because it clears them.
        let beginning = SerialPacket(bytes: VTScreen.beginning, urgency: .ringing)
        shown = []
        present = present.map { _ in VTScreen.Line() }
        isBeginning = true
        return [beginning] + changes(.other)
    }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        var packets: [SerialPacket] = []
        let event = event.onWire
        isBeginning = false
        switch event {
        case .notice(let change, let notice, let time):
            screen.time = time
            let isNew = screen.calls.allSatisfy { $0.id != notice.id }
            if isLoud(notice, after: change), isNew {
                packets.append(SerialPacket(bytes: VTScreen.bell, urgency: .ringing))
            }
            take(event, change, notice, at: time)
        case .phone(let state, let phone, let time):
            screen.time = time
            phones.put(phone, state, at: time)
            showPhones()
        case .renamed(let phone, let old, let time):
            screen.time = time
            phones.rename(phone, from: old)
            showPhones()
        case .battery(let level, let phone, let time):
            guard phones.put(phone, battery: level, at: time), showPhones() else { return [] }
            screen.time = time
        case .media(let media, let phone, let time):
            guard phones.put(phone, media: media, at: time), showPhones() else { return [] }
            screen.time = time
        case .beacon(let news, let time):
            var told = news
            told.isKept = false
            let words = SerialWords(.beacon(told, at: time))
            guard screen.take(news, at: time, words) else { return [] }
            screen.time = time
        case .radio, .source, .listed: return []
        }
        return packets + changes(event.urgency)
    }

    /// Puts the phone that changed last and what plays on the screen; returns whether that changes
    /// it.
    @discardableResult
    private mutating func showPhones() -> Bool {
        let old = (screen.phone, screen.played)
        if let latest = phones.latest {
            // Longer names are cut at any width.
            let name = latest.phone.name.cleaned().prefix(VTScreen.widths.upperBound)
            let state = latest.state.rawValue.filter { $0 != "_" }
            let battery = latest.state == .ready ? latest.battery.map { " \($0) %" } ?? "" : ""
            screen.phone = (String(name), state + battery)
        }
        screen.show(phones.player)
        return old.0 != screen.phone || old.1 != screen.played
    }

    /// Always true: events that quiet hours silence still change the screen.
    var showsState: Bool { true }

    /// Returns the whole screen, in case the terminal was switched off.
    mutating func heartbeat(at time: WallTime) -> [UInt8] {
        screen.time = time
        return VTScreen.setting + whole()
    }

    /// Returns the whole screen, because some of its lines may have been dropped.
    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        screen.time = time
        screen.lost += events
        // The current state is sent next and replaces queued lines; a screen without it must not
        // follow. The next event reports the loss.
        if isBeginning { return [] }
        defer { present = screen.lines }
        return whole()
    }

    mutating func end(at time: WallTime) -> [UInt8] { VTScreen.end }

    /// Returns all lines.
    ///
    /// These bytes may never be sent. Therefore the last line is marked as not shown, so that the
    /// next event sends it again.
    private mutating func whole() -> [UInt8] {
        if !shown.isEmpty { shown[shown.count - 1] = VTScreen.Line() }
        let lines = screen.lines
        return lines.indices.flatMap { VTScreen.said(lines[$0], inRow: $0) }
    }

    /// Returns a packet for each changed line, so that a call never waits for other lines.
    ///
    /// Lines that show or showed a ringing call have the given urgency, all others the lowest.
    private mutating func changes(_ urgency: SerialPacket.Urgency) -> [SerialPacket] {
        let lines = screen.lines
        let old = shown
        shown = lines
        return lines.indices.filter { old.isEmpty || lines[$0] != old[$0] }.map { row in
            let isUrgent = lines[row].isLarge || !old.isEmpty && old[row].isLarge
            return SerialPacket(
                bytes: VTScreen.said(lines[row], inRow: row), urgency: isUrgent ? urgency : .other,
                slot: .row(row + 1))
        }
    }

    /// Whether a call rings in large characters; a silent one is an ordinary row.
    private func isLoud(_ notice: Notice, after change: NoticeChange) -> Bool {
        notice.rings(after: change) && (style.isLoudInSilence || !notice.isSilent)
    }

    /// Records that a line of the screen, or all of it, is being sent.
    mutating func take(_ slot: SerialPacket.Slot) {
        if slot == SerialQueue.heartbeat { present = screen.lines }
        for row in present.indices where slot == .row(row + 1) { present[row] = shown[row] }
    }

    /// Returns a scroll of lines, or the changed part of a bar, as a replacement for queued lines.
    func shortcut() -> SerialShortcut? { change()?.shortcut }

    /// Records that the shortcut is being sent.
    mutating func takeShortcut() {
        if let change = change() { present = change.present }
    }

    /// Returns a scroll followed by as many other lines as a call may wait for, or the changed part
    /// of a bar.
    private func change() -> (shortcut: SerialShortcut, present: [VTScreen.Line?])? {
        let lines = screen.lines
        var present = present
        var bytes: [UInt8] = []
        if let scroll = VTScroll.best(from: present, to: lines) {
            bytes = scroll.bytes
            present = scroll.moved(present)
        } else if lines.indices.count(where: { lines[$0] != present[$0] }) != 1 {
            return nil
        }
        var rest: [SerialPacket] = []
        let changed = lines.indices.filter { lines[$0] != present[$0] }
        let calls = changed.filter { lines[$0].isLarge }
        for row in calls + changed.filter({ !lines[$0].isLarge }) {
            let said = screen.said(lines[row], after: present[row], inRow: row)
            if rest.isEmpty, bytes.count + said.count <= 2 * (screen.width + Self.overhead) {
                bytes += said
                present[row] = lines[row]
            } else {
                rest.append(
                    SerialPacket(
                        bytes: VTScreen.said(lines[row], inRow: row),
                        urgency: lines[row].isLarge ? .ringing : .other, slot: .row(row + 1)))
            }
        }
        return bytes.isEmpty ? nil : (SerialShortcut(bytes: bytes, rest: rest), present)
    }

    private mutating func take(
        _ event: BridgeEvent, _ change: NoticeChange, _ notice: Notice, at time: WallTime
    ) {
        let old = screen.rows.firstIndex { $0.id == notice.id }
        let oldCall = screen.calls.firstIndex { $0.id == notice.id }
        guard let words = SerialWords(event) else { return }
        if isLoud(notice, after: change) {
            if let old { screen.rows.remove(at: old) }
            let call = screen.call(notice.id, words)
            if let oldCall {
                screen.calls[oldCall] = call
            } else {
                screen.calls.insert(call, at: 0)
            }
            screen.calls = Array(screen.calls.prefix(Self.callLimit))
            return
        }
        if let oldCall { screen.calls.remove(at: oldCall) }
        switch change {
        case .removed, .forgotten, .ended:
            if let old { screen.rows.remove(at: old) }
        case .added, .modified, .answered, .missed, .ringing:
            if change == .modified, let old {
                screen.rows[old] = screen.row(notice.id, screen.rows[old].clock, words)
            } else {
                if let old { screen.rows.remove(at: old) }
                screen.rows.insert(screen.row(notice.id, time.local.clock, words), at: 0)
                screen.rows = Array(screen.rows.prefix(Self.noticeLimit))
            }
        }
    }
}
