import Control

/// The latest events as lines, for those who come later.
struct RecentEvents {
    /// Bytes of lines that are kept; the oldest give way.
    static let byteLimit = 1 << 20

    private var lines: [(line: [UInt8], tags: ControlTags)] = []
    private var first = 0
    private var byteCount = 0

    /// Keeps one more.
    mutating func append(_ line: [UInt8], _ tags: ControlTags) {
        lines.append((line, tags))
        byteCount += line.count
        while first < lines.count,
            lines.count - first > ControlRequest.Tail.mostRecent || byteCount > Self.byteLimit
        {
            byteCount -= lines[first].line.count
            lines[first] = ([], ControlTags())
            first += 1
        }
        if first * 2 > lines.count {
            lines.removeFirst(first)
            first = 0
        }
    }

    /// The latest that somebody wants, oldest first, so many at most.
    func latest(_ count: Int, where wants: (ControlTags) -> Bool) -> [[UInt8]] {
        var latest: [[UInt8]] = []
        for (line, tags) in lines[first...].reversed() where latest.count < count {
            if wants(tags) { latest.append(line) }
        }
        return latest.reversed()
    }
}
