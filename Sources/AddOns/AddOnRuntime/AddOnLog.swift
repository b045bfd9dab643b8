/// Decides which lines an add-on service logs about its connections: one for each change, not for each attempt.
struct AddOnLog {
    /// Maximum different messages logged between two connections to the same peer; further ones are dropped.
    private static let limit = 32

    /// A peer of the service, and the messages written about it.
    private struct Side {
        /// Name of the last connection.
        var last: String?
        var isConnected = false
        /// Messages written since the last connection.
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
    /// The last reported problem; it stays in the report until another one replaces it.
    private var trouble: String?

    /// Notes that the bridge answers; returns the line to write, if any.
    mutating func bridgeIsThere() -> String? { bridge.connect("the bridge") }

    /// Notes that the bridge does not answer; returns the line to write, if any.
    mutating func bridgeIsGone(_ words: String) -> String? { bridge.fail(words) }

    /// Returns the lines to write for a new report.
    mutating func lines(of report: AddOnReport) -> [String] {
        var lines: [String?] = []
        switch report.peer {
        case .connected(let name): lines.append(peer.connect(name))
        case .failed(let words): lines.append(peer.fail(words))
        case nil: break
        }
        if let trouble = report.trouble, trouble != self.trouble {
            self.trouble = trouble
            // A count in the message may grow without end, so digits are ignored.
            let key = trouble.filter { !$0.isNumber }
            let isWritten = peer.written.contains(trouble) || bridge.written.contains(trouble)
            if !isWritten { lines.append(peer.write(trouble, as: key)) }
        }
        return lines.compactMap(\.self)
    }
}
