/// Cuts a stream of bytes into lines of limited length.
package struct LineSplitter {
    /// What comes next.
    package enum Next: Equatable {
        /// One line without its end.
        case line([UInt8])
        /// The line has no end yet.
        case incomplete
        /// The line is longer than the limit; nothing more comes.
        case tooLong
    }

    let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    /// No line ends before this.
    private var searched = 0

    /// - Parameter limit: bytes of a line at most.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Bytes of memory that it needs.
    var heldBytes: Int { bytes.capacity }

    /// Takes more of it.
    package mutating func append(_ more: [UInt8]) {
        if start == bytes.count {
            // Neither what a long line needed nor the room that was there to be read into is kept.
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

    /// Whether `next` has something to give.
    var hasNext: Bool {
        mutating get {
            search()
            return searched < bytes.count || searched - start > limit
        }
    }

    /// The next line, where it has come.
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

    /// What is left once no more comes: a line whose end was not sent.
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
