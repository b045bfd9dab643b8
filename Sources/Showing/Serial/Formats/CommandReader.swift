internal import Linux
internal import Notices

/// Reader of actions that a device requests: lines of one character.
struct CommandReader: Sendable {
    /// Byte limit of a line; a longer line is unknown.
    static let longestLine = 64

    let style: SerialStyle
    private var line: [UInt8] = []
    private var isTooLong = false

    init(_ style: SerialStyle) {
        self.style = style
    }

    /// Takes received bytes and returns the actions and the number of unknown lines.
    mutating func read(_ bytes: ArraySlice<UInt8>) -> SerialReply {
        var reply = SerialReply()
        for line in lines(in: bytes) { take(line, into: &reply) }
        return reply
    }

    /// Returns the complete lines except for empty ones; a line that is too long is returned empty.
    mutating func lines(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        // A terminal may send XON and XOFF anywhere.
        for byte in bytes where byte != 0x11 && byte != 0x13 {
            if byte == 0x0A || byte == 0x0D {
                if isTooLong { lines.append([]) } else if !line.isEmpty { lines.append(line) }
                line = []
                isTooLong = false
            } else if line.count < Self.longestLine {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
        return lines
    }

    /// Adds the action of a line to the reply, or counts a line that is unknown or not permitted.
    func take(_ line: [UInt8], into reply: inout SerialReply) {
        guard style.takesCommands, line.count == 1 else {
            reply.ignored += 1
            return
        }
        switch line.first {
        case UInt8(ascii: "A"): reply.acts.append(.answer)
        case UInt8(ascii: "D"): reply.acts.append(.decline)
        case UInt8(ascii: "C"): reply.acts.append(.clear)
        case UInt8(ascii: "P"): reply.media.append(.toggle)
        case UInt8(ascii: "N"): reply.media.append(.next)
        case UInt8(ascii: "B"): reply.media.append(.previous)
        case UInt8(ascii: "+"): reply.media.append(.louder)
        case UInt8(ascii: "-"): reply.media.append(.softer)
        default: reply.ignored += 1
        }
    }
}

/// Format whose device sends lines, which may request actions.
protocol CommandedFormat: SerialFormat {
    var commands: CommandReader { get set }
}

extension CommandedFormat {
    /// Reads lines and returns their actions and the number of unknown lines.
    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply {
        commands.read(bytes)
    }

    var style: SerialStyle { commands.style }
}
