/// Splitter of the display server's output into lines.
struct LCDLines: Sendable {
    /// Byte limit of a line; a longer line counts as unknown.
    static let longestLine = 1024

    private var line: [UInt8] = []
    private var isTooLong = false

    /// Takes received bytes and returns the replies of the lines that end in them.
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
