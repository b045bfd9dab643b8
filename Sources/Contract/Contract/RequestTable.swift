import JSON

/// The requests that a bridge takes, by their words.
package struct RequestTable: Sendable {
    /// All words that there are, in the order in which complaints list them.
    package static let words = [
        "status", "phones", "apps", "code", "tail", "act", "pair", "reply", "forget", "mute",
        "unmute",
        "reload", "beacons", "broadcast", "companion", "show", "outbox", "history", "stats",
        "test_port", "test_displays", "test_outlet",
    ]

    private var types: [(name: String, value: any ControlRequest.Type)] = []

    /// A table of these requests.
    package init(_ types: [any ControlRequest.Type] = []) {
        for type in types { add(type) }
    }

    /// Takes one more request.
    package mutating func add(_ type: any ControlRequest.Type) {
        types.append((type.word, type))
        let places = Self.words
        types.sort {
            places.firstIndex(of: $0.name) ?? .max < places.firstIndex(of: $1.name) ?? .max
        }
    }

    /// Reads the request that a line makes; `word` is its `do`.
    func read(_ word: JSONField, of line: JSONField) throws(JSONError) -> any ControlRequest {
        let type = try word.choice(of: "a request", among: types)
        return try type.init(JSONFields(of: line, allowed: ["do", "id"] + type.fieldNames))
    }
}
