import JSON

/// The requests that a bridge accepts, by word.
package struct RequestTable: Sendable {
    /// All request words, in the order used by error messages.
    package static let words = [
        "status", "phones", "apps", "code", "tail", "act", "media", "pair", "reply", "forget",
        "mute",
        "unmute",
        "reload", "beacons", "broadcast", "companion", "show", "outbox", "history", "stats",
        "test_port", "test_displays", "test_outlet",
    ]

    private var types: [(name: String, value: any ControlRequest.Type)] = []

    package init(_ types: [any ControlRequest.Type] = []) {
        for type in types { add(type) }
    }

    /// Adds a request.
    package mutating func add(_ type: any ControlRequest.Type) {
        types.append((type.word, type))
        let places = Self.words
        types.sort {
            places.firstIndex(of: $0.name) ?? .max < places.firstIndex(of: $1.name) ?? .max
        }
    }

    /// Reads the request in a line; `word` is its `do` field.
    func read(_ word: JSONField, of line: JSONField) throws(JSONError) -> any ControlRequest {
        let type = try word.choice(of: "a request", among: types)
        return try type.init(JSONFields(of: line, allowed: ["do", "id"] + type.fieldNames))
    }
}
