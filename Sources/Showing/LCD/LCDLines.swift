/// Cuts what the display server says into lines.
struct LCDLines: Sendable {
    /// What goes beyond that of a line is dropped, and the line counts as unknown.
    static let longestLine = 1024

    private var line: [UInt8] = []
    private var isTooLong = false

    /// Takes bytes as they come, and returns what the lines that end in them say.
    mutating func take(_ bytes: [UInt8]) -> [LCDReply] {
        var replies: [LCDReply] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"):
                if isTooLong {
                    replies.append(.unknown)
                } else if !line.isEmpty {
                    replies.append(LCDReply(line))
                }
                line = []
                isTooLong = false
            case UInt8(ascii: "\r"), 0: continue
            default:
                if line.count < Self.longestLine { line.append(byte) } else { isTooLong = true }
            }
        }
        return replies
    }
}
