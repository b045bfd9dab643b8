internal import Linux
internal import Notices

/// Reader of actions that a device requests: lines of one letter.
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
        for line in lines(in: bytes) {
            if let act = act(of: line) { reply.acts.append(act) } else { reply.ignored += 1 }
        }
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

    /// Returns the action of a line; nil if it is unknown or not permitted.
    func act(of line: [UInt8]) -> NoticeAction? {
        guard style.takesCommands, line.count == 1 else { return nil }
        return switch line.first {
        case UInt8(ascii: "A"): .answer
        case UInt8(ascii: "D"): .decline
        case UInt8(ascii: "C"): .clear
        default: nil
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
