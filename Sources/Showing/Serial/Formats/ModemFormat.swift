internal import Formats
internal import Linux
internal import Notices

/// Output of a modem with caller ID: RING, followed by the caller; nothing except for calls.
struct ModemFormat: CommandedFormat {
    /// Default width of a name, which is what telephone companies send.
    private static let usualName = 15
    private static let longestNumber = 20
    private static let fewestDigits = 3
    /// Limit of ringing calls without a known caller; beyond it, the oldest gets no name.
    private static let unnamedLimit = 8

    var commands: CommandReader
    /// Calls for which only RING was sent, with their time.
    private var unnamed: [(id: NoticeID, time: WallTime)] = []

    init(_ style: SerialStyle) { commands = CommandReader(style) }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        guard case .notice(let change, let notice, let time) = event else { return [] }
        let start = unnamed.first { $0.id == notice.id }?.time
        unnamed.removeAll { $0.id == notice.id }
        let rings = notice.rings(after: change)
        let isNew = rings && change != .modified
        guard isNew || start != nil else { return [] }
        let isLoud = style.isLoudInSilence || !notice.isSilent
        let ring = isNew && isLoud ? [packet([text("RING")], .ringing)] : []
        if rings, mayGetName(notice) {
            unnamed = Array((unnamed + [(notice.id, start ?? time)]).suffix(Self.unnamedLimit))
            return ring
        }
        // If the call is over before the port is free, RING is dropped, but the caller is
        // reported.
        return ring + [packet(caller(of: notice, at: (start ?? time).local), .call)]
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply {
        var reply = SerialReply()
        for line in commands.lines(in: bytes) {
            if line.count >= 2, line[0] & 0xDF == UInt8(ascii: "A"),
                line[1] & 0xDF == UInt8(ascii: "T")
            {
                // Programs do not recognise a modem without this answer.
                reply.packets.append(SerialPacket(bytes: block([text("OK")])))
            } else {
                commands.take(line, into: &reply)
            }
        }
        return reply
    }

    private func packet(
        _ lines: [[UInt8]], _ urgency: SerialPacket.Urgency
    ) -> SerialPacket {
        SerialPacket(bytes: block(lines), urgency: urgency)
    }

    /// Whether the phone may still report the name of the caller.
    private func mayGetName(_ notice: Notice) -> Bool {
        notice.title.cleaned().isEmpty && notice.isIncomplete && notice.hidden == .nothing
    }

    private func caller(of notice: Notice, at time: LocalTime) -> [[UInt8]] {
        let who = notice.title.cleaned()
        // Digits of all scripts become ASCII digits.
        let number = Self.number(in: String(decoding: Charset.ascii.encode(who), as: UTF8.self))
        let name = number == nil && !who.isEmpty ? who : "O"
        return [
            text("DATE = " + time.month.padded(to: 2) + time.day.padded(to: 2)),
            text("TIME = " + time.hour.padded(to: 2) + time.minute.padded(to: 2)),
            text("NMBR = " + (number ?? "O")),
            text("NAME = ") + style.charset.encode(name, width: style.width ?? Self.usualName),
        ]
    }

    /// Returns the digits of a caller that is a number; nil for a name.
    private static func number(in who: String) -> String? {
        let digits = who.unicodeScalars.filter { ("0"..."9").contains($0) }
        let signs = "+ -()./#*".unicodeScalars
        let isNumber = who.unicodeScalars.allSatisfy { scalar in
            ("0"..."9").contains(scalar) || signs.contains(scalar)
        }
        guard isNumber, digits.count >= fewestDigits else { return nil }
        return String(String.UnicodeScalarView(digits.prefix(longestNumber)))
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Returns lines after an empty one, as modems write them.
    private func block(_ lines: [[UInt8]]) -> [UInt8] {
        style.lineEnd.bytes + lines.flatMap { $0 + style.lineEnd.bytes }
    }
}
