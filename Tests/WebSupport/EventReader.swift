/// Reads a stream of events as a browser does, by the rules of the HTML standard.
package struct EventReader: Sendable {
    /// An event.
    package struct Event: Equatable, Sendable {
        /// What kind it is.
        package let name: String
        /// What it tells.
        package let data: String
        /// The id that was told last when it came.
        package let id: String
    }

    /// Events that came.
    package private(set) var events: [Event] = []
    /// The id with which a browser comes back.
    package private(set) var lastID = ""
    /// How long it waits before it does, in milliseconds.
    package private(set) var retry: Int?
    /// Comments, which only keep the stream alive.
    package private(set) var comments = 0
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []

    /// Nothing has come.
    package init() {}

    /// Takes what came.
    package mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte != 0x0A {
                line.append(byte)
                continue
            }
            takeLine(String(decoding: line, as: UTF8.self))
            line = []
        }
    }

    private mutating func takeLine(_ line: String) {
        if line.isEmpty {
            if !data.isEmpty {
                events.append(
                    Event(
                        name: name.isEmpty ? "message" : name,
                        data: data.joined(separator: "\n"), id: lastID))
            }
            (name, data) = ("", [])
            return
        }
        if line.hasPrefix(":") {
            comments += 1
            return
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? String(parts[1]) : ""
        if value.hasPrefix(" ") { value.removeFirst() }
        switch parts[0] {
        case "id": lastID = value
        case "event": name = value
        case "data": data.append(value)
        case "retry": retry = Int(value)
        default: break
        }
    }
}
