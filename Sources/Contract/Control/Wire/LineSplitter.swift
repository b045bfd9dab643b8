/// Splitter of a byte stream into lines of limited length.
package struct LineSplitter {
    package enum Next: Equatable {
        /// A line without its line feed.
        case line([UInt8])
        /// The line is not complete yet.
        case incomplete
        /// The line exceeds the limit; no further lines are returned.
        case tooLong
    }

    let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    /// Index up to which the bytes from `start` contain no line feed.
    private var searched = 0

    /// - Parameter limit: most bytes of a line.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Bytes of memory in use.
    var heldBytes: Int { bytes.capacity }

    /// Adds received bytes.
    package mutating func append(_ more: [UInt8]) {
        if start == bytes.count {
            // Copied so that neither the memory of a long line nor the spare room of the receive
            // buffer is kept.
            bytes = Array(more[...])
            (start, searched) = (0, 0)
            return
        }
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += more
    }

    /// Whether `next` would return a line or an error.
    var hasNext: Bool {
        mutating get {
            search()
            return searched < bytes.count || searched - start > limit
        }
    }

    /// Returns the next line if it is complete.
    package mutating func next() -> Next {
        search()
        guard searched - start <= limit else { return .tooLong }
        guard searched < bytes.count else { return .incomplete }
        let line = Array(bytes[start..<searched])
        searched += 1
        start = searched
        if start == bytes.count {
            bytes = []
            (start, searched) = (0, 0)
        }
        return .line(line)
    }

    /// Removes and returns the rest at the end of input: a line without a line feed.
    mutating func rest() -> [UInt8] {
        let rest = Array(bytes[start...])
        bytes = []
        (start, searched) = (0, 0)
        return rest
    }

    private mutating func search() {
        while searched < bytes.count, bytes[searched] != UInt8(ascii: "\n") { searched += 1 }
    }
}
