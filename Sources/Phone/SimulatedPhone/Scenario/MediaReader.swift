internal import JSON

/// Parser of a phone's player, and of changes to it.
enum MediaReader {
    /// Maximum number of tracks in a queue.
    static let trackLimit = 100
    /// Fields of a player.
    static let names = [
        "player", "bundle", "state", "rate", "elapsed", "volume", "commands", "queue", "index",
        "shuffle", "repeat",
    ]
    static let trackNames = ["title", "artist", "album", "duration"]

    private static let rates = -16.0...16.0
    /// Permitted lengths of a track in seconds.
    private static let durations = 1.0...86_400.0

    private static let states: [(name: String, value: SimulatedPlayer.State)] = [
        ("paused", .paused), ("playing", .playing), ("rewinding", .rewinding),
        ("fast_forwarding", .fastForwarding),
    ]
    private static let modes: [(name: String, value: SimulatedPlayer.Mode)] = [
        ("off", .off), ("one", .one), ("all", .all),
    ]
    private static let commandNames: [(name: String, value: SimulatedPlayer.Command)] = [
        ("play", .play), ("pause", .pause), ("toggle", .toggle), ("next", .next),
        ("previous", .previous), ("louder", .louder), ("softer", .softer),
        ("repeat", .advanceRepeat), ("shuffle", .advanceShuffle), ("skip", .skipForward),
        ("back", .skipBackward), ("like", .like), ("dislike", .dislike), ("bookmark", .bookmark),
    ]

    /// Parses a player, or a change of one; `null` is none.
    ///
    /// - Parameter count: number of tracks in the queue, before and after.
    static func change(_ field: JSONField, count: inout Int) throws(JSONError) -> PlayerChange? {
        guard !field.isNull else {
            count = 0
            return nil
        }
        let fields = try JSONFields(of: field, allowed: names)
        var change = PlayerChange()
        change.name = try fields["player"].map(TextReader.bytes)
        change.bundle = try fields["bundle"].map(TextReader.bytes)
        if let field = fields["state"] {
            change.state = try field.choice(of: "a state of a player", among: states)
        }
        if let field = fields["rate"] { change.rate = try decimal(field, in: rates) }
        change.elapsed = try fields["elapsed"].map(ScenarioReader.time)
        if let field = fields["volume"] { change.volume = try decimal(field, in: 0...1) }
        change.commands = try fields["commands"].map(commands)
        if let list = fields["queue"] {
            let queue = try queue(list)
            (change.queue, count) = (queue, queue.count)
        }
        if let field = fields["index"] {
            guard count > 0 else { throw field.error("is not allowed, as the queue is empty") }
            change.index = try field.integer(in: 0...(count - 1))
        }
        change.shuffle = try fields["shuffle"].map(mode)
        change.repetition = try fields["repeat"].map(mode)
        return change
    }

    private static func commands(
        _ list: JSONField
    ) throws(JSONError) -> [SimulatedPlayer.Command] {
        var commands: [SimulatedPlayer.Command] = []
        for element in try list.elements() {
            let command = try element.choice(of: "a command", among: commandNames)
            guard !commands.contains(command) else {
                throw element.error("is a command above already")
            }
            commands.append(command)
        }
        return commands
    }

    private static func mode(_ field: JSONField) throws(JSONError) -> SimulatedPlayer.Mode {
        try field.choice(of: "a mode", among: modes)
    }

    private static func queue(_ list: JSONField) throws(JSONError) -> [SimulatedPlayer.Track] {
        let elements = try list.elements()
        guard elements.count <= trackLimit else {
            throw list.error("must have at most \(trackLimit) tracks, not \(elements.count)")
        }
        var queue: [SimulatedPlayer.Track] = []
        for element in elements {
            let fields = try JSONFields(of: element, allowed: trackNames)
            queue.append(
                SimulatedPlayer.Track(
                    title: try fields["title"].map(TextReader.bytes) ?? [],
                    artist: try fields["artist"].map(TextReader.bytes) ?? [],
                    album: try fields["album"].map(TextReader.bytes) ?? [],
                    duration: try fields["duration"].map(duration)))
        }
        return queue
    }

    private static func duration(_ field: JSONField) throws(JSONError) -> Duration {
        .microseconds(Int64((try field.number(in: durations) * 1_000_000).rounded()))
    }

    /// Parses a number with as many decimals as a value has.
    private static func decimal(
        _ field: JSONField, in bounds: ClosedRange<Double>
    ) throws(JSONError) -> Double {
        (try field.number(in: bounds) * 10_000).rounded() / 10_000
    }
}
