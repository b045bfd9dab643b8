internal import JSON

extension BehaviourReader {
    /// Fields of the behaviour of the media service.
    static let mediaNames = mediaSettings.map(\.name)

    private static let mediaSettings: [(name: String, read: Reader)] = [
        setting("error", \.media.forcedError, forcedError),
        choice(
            "subscription", \.media.subscription, of: "a way to treat subscriptions",
            [("working", .working), ("refused", .refused), ("missing", .missing)]),
        choice(
            "values", \.media.values, of: "an appearance of values",
            [("right", .right), ("empty", .empty), ("comma", .comma)]),
        setting("first_elapsed", \.media.firstElapsed) { field throws(JSONError) in
            try TextReader.bytes(field)
        },
        setting("volume", \.media.volume) { field throws(JSONError) in
            try TextReader.bytes(field)
        },
        choice(
            "whole", \.media.whole, of: "an answer to reading a whole value",
            [("given", .given), ("withheld", .withheld), ("refused", .refused)]),
        setting("copies", \.media.copies) { field throws(JSONError) in
            try field.integer(in: 1...100)
        },
        setting("changes", \.media.changes) { field throws(JSONError) in
            try field.integer(in: 1...6_000)
        },
    ]

    /// Parses changes of the behaviour of the media service; `null` restores all its defaults.
    static func mediaChange(_ field: JSONField) throws(JSONError) -> Behaviour.Change {
        guard !field.isNull else { return { $0.media = MediaBehaviour() } }
        let fields = try JSONFields(of: field, allowed: mediaNames)
        var changes: [Behaviour.Change] = []
        for setting in mediaSettings {
            if let field = fields[setting.name] { changes.append(try setting.read(field)) }
        }
        return { [changes] behaviour in
            for change in changes { change(&behaviour) }
        }
    }
}
