/// What an add-on service writes to standard error about its connections: each change once, and not each attempt.
struct AddOnLog {
    /// Sentences that are remembered until a connection works again; further ones are not written.
    private static let limit = 32

    /// A side to which the service connects, and what was written about it.
    private struct Side {
        /// What it was connected to last.
        var last: String?
        var isConnected = false
        /// What was written since.
        var written: Set<String> = []

        mutating func connect(_ name: String) -> String? {
            if isConnected, last == name { return nil }
            let isAgain = last == name
            (last, isConnected, written) = (name, true, [])
            return "connected to \(name)" + (isAgain ? " again" : "")
        }

        mutating func fail(_ words: String) -> String? {
            isConnected = false
            return write(words, as: words)
        }

        mutating func write(_ words: String, as key: String) -> String? {
            guard written.count < AddOnLog.limit, written.insert(key).inserted else {
                return nil
            }
            return words
        }
    }

    private var bridge = Side()
    private var peer = Side()
    /// The last problem that was reported; it is reported for as long as there is no other.
    private var trouble: String?

    /// The bridge answers.
    mutating func bridgeIsThere() -> String? { bridge.connect("the bridge") }

    /// The bridge does not answer, or no longer.
    mutating func bridgeIsGone(_ words: String) -> String? { bridge.fail(words) }

    /// The service reports how it is.
    mutating func lines(of report: AddOnReport) -> [String] {
        var lines: [String?] = []
        switch report.peer {
        case .connected(let name): lines.append(peer.connect(name))
        case .failed(let words): lines.append(peer.fail(words))
        case nil: break
        }
        if let trouble = report.trouble, trouble != self.trouble {
            self.trouble = trouble
            // A count in it may go up without end.
            let key = trouble.filter { !$0.isNumber }
            let isWritten = peer.written.contains(trouble) || bridge.written.contains(trouble)
            if !isWritten { lines.append(peer.write(trouble, as: key)) }
        }
        return lines.compactMap(\.self)
    }
}
