internal import Linux
internal import Notices

/// Reads what a device wants done: lines of one letter.
struct CommandReader: Sendable {
    /// What goes beyond that of a line is dropped, and the line means nothing.
    static let longestLine = 64

    let style: SerialStyle
    private var line: [UInt8] = []
    private var isTooLong = false

    init(_ style: SerialStyle) {
        self.style = style
    }

    /// Takes bytes as they come, and says which acts they are and how many lines mean nothing.
    mutating func read(_ bytes: ArraySlice<UInt8>) -> SerialReply {
        var reply = SerialReply()
        for line in lines(in: bytes) {
            if let act = act(of: line) { reply.acts.append(act) } else { reply.ignored += 1 }
        }
        return reply
    }

    /// The lines that are whole by now, but for empty ones; one that is too long has no bytes.
    mutating func lines(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        // A terminal says XON and XOFF wherever it likes.
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

    /// What a line wants done, where it may.
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

/// A format whose device says lines, with which it may want something done.
protocol CommandedFormat: SerialFormat {
    var commands: CommandReader { get set }
}

extension CommandedFormat {
    /// Reads lines, which want something done or mean nothing.
    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply {
        commands.read(bytes)
    }

    /// How it writes.
    var style: SerialStyle { commands.style }
}
