import JSON

extension ControlRequest {
    /// Reads the fields of a request.
    init(_ word: Word, _ fields: JSONFields) throws(JSONError) {
        switch word {
        case .status: self = .status
        case .phones: self = .phones
        case .apps: self = .apps
        case .reload: self = .reload
        case .code: self = .code(wait: try fields["wait"]?.integer(in: Self.waitSeconds))
        case .tail: self = .tail(try Tail(fields))
        case .act:
            let action = try fields.required("action").choice(
                of: "an action", among: Action.allCases.map { ($0.rawValue, $0) })
            self = .act(action, notice: try fields["notice"]?.name())
        case .pair:
            let method = try fields["method"]?.choice(
                of: "a method", among: Method.allCases.map { ($0.rawValue, $0) })
            self = .pair(
                method: method, seconds: try fields["seconds"]?.integer(in: Self.windowSeconds))
        case .reply: self = .reply(isYes: try fields.required("yes").bool())
        case .forget: self = .forget(phone: try fields.required("phone").name())
        case .mute: self = try .mute(of: fields)
        case .unmute: self = try .unmute(of: fields)
        case .testPort: self = .testPort(name: try fields.required("port").name())
        case .testDisplays: self = .testDisplays(name: try fields["display"]?.name())
        case .testOutlet: self = .testOutlet(name: try fields.required("outlet").name())
        case .beacons:
            self = .beacons(listen: try fields["listen"]?.integer(in: Self.listenSeconds))
        case .broadcast: self = .broadcast(try Broadcast(fields))
        case .companion: self = .companion(try Companion(fields))
        case .show: self = try .show(of: fields)
        case .outbox: self = try .outbox(of: fields)
        case .history: self = .history(try History(fields))
        case .statistics: self = .statistics(try Statistics(fields))
        }
    }

    /// Writes the fields of a request besides `do` and `id`.
    func writeFields(to writer: inout JSONWriter) {
        switch self {
        case .status, .phones, .apps, .reload: break
        case .code(let wait):
            if let wait { writer.member("wait", wait) }
        case .tail(let tail): tail.write(to: &writer)
        case .act(let action, let notice):
            writer.member("action", action.rawValue)
            if let notice { writer.member("notice", notice) }
        case .pair(let method, let seconds):
            if let method { writer.member("method", method.rawValue) }
            if let seconds { writer.member("seconds", seconds) }
        case .reply(let isYes): writer.member("yes", isYes)
        case .forget(let phone): writer.member("phone", phone)
        case .mute(let app, let until, let seconds):
            writer.member("app", app)
            if let until { writer.member("until", until) }
            if let seconds { writer.member("seconds", seconds) }
        case .unmute(let app?): writer.member("app", app)
        case .unmute(nil): writer.member("all", true)
        case .testPort(let name): writer.member("port", name)
        case .testDisplays(let name):
            if let name { writer.member("display", name) }
        case .testOutlet(let name): writer.member("outlet", name)
        case .beacons(let listen):
            if let listen { writer.member("listen", listen) }
        case .broadcast(let broadcast): broadcast.write(to: &writer)
        case .companion(let companion): companion.write(to: &writer)
        case .show(let text): text.write(to: &writer)
        case .clearTexts: writer.member("clear", true)
        case .identifyHistory: writer.member("begin", true)
        case .outbox(let outbox):
            if let turn = outbox.agreed { writer.member("agreed", turn) }
            if let turn = outbox.received { writer.member("received", turn) }
            if outbox.isRefused { writer.member("refused", true) }
            if let limit = outbox.limit { writer.member("limit", limit) }
            if let wait = outbox.wait { writer.member("wait", wait) }
        case .history(let history): history.write(to: &writer)
        case .statistics(let statistics): statistics.write(to: &writer)
        }
    }
}

extension ControlRequest {
    private static func mute(of fields: JSONFields) throws(JSONError) -> ControlRequest {
        let app = try fields.required("app").name()
        let until = try fields["until"]?.name()
        let seconds = try fields["seconds"]?.integer(in: muteSeconds)
        if until != nil, seconds != nil {
            throw try fields.required("seconds").error("cannot be given with until")
        }
        return .mute(app: app, until: until, seconds: seconds)
    }

    private static func unmute(of fields: JSONFields) throws(JSONError) -> ControlRequest {
        guard try fields["all"]?.bool() ?? false else {
            return .unmute(app: try fields.required("app").name())
        }
        if let app = fields["app"] { throw app.error("cannot be given with all") }
        return .unmute(app: nil)
    }

    private static func outbox(of fields: JSONFields) throws(JSONError) -> ControlRequest {
        if try fields["begin"]?.bool() ?? false {
            for field in ["agreed", "received", "refused", "limit", "wait"].compactMap({
                fields[$0]
            }) {
                throw field.error("cannot be given with begin")
            }
            return .identifyHistory
        }
        let turns = 0...Int.max
        var outbox = Outbox(
            agreed: try fields["agreed"]?.integer(in: turns).asInt64,
            received: try fields["received"]?.integer(in: turns).asInt64,
            limit: try fields["limit"]?.integer(in: Outbox.limits),
            wait: try fields["wait"]?.integer(in: waitSeconds))
        if let refused = fields["refused"] {
            outbox.isRefused = try refused.bool()
            guard outbox.received != nil else {
                throw refused.error("cannot be given without received")
            }
        }
        return .outbox(outbox)
    }

    private static func show(of fields: JSONFields) throws(JSONError) -> ControlRequest {
        guard try fields["clear"]?.bool() ?? false else { return .show(try ShownText(fields)) }
        for field in ["text", "seconds", "level"].compactMap({ fields[$0] }) {
            throw field.error("cannot be given with clear")
        }
        return .clearTexts
    }
}

extension ControlRequest.Tail {
    init(_ fields: JSONFields) throws(JSONError) {
        self.init(
            recent: try fields["recent"]?.integer(in: 0...Self.mostRecent) ?? 0,
            categories: try fields["categories"]?.names() ?? [],
            apps: try fields["apps"]?.names() ?? [],
            phones: try fields["phones"]?.names() ?? [],
            source: try fields["source"]?.bool() ?? false,
            board: try fields["board"]?.bool() ?? false,
            range: try fields["range"]?.bool() ?? false)
        if board, recent > 0 {
            throw try fields.required("recent").error("cannot be given with board")
        }
    }

    func write(to writer: inout JSONWriter) {
        if recent > 0 { writer.member("recent", recent) }
        for (key, names) in [("categories", categories), ("apps", apps), ("phones", phones)]
        where !names.isEmpty {
            writer.key(key)
            writer.beginArray()
            for name in names { writer.value(name) }
            writer.endArray()
        }
        if source { writer.member("source", true) }
        if board { writer.member("board", true) }
        if range { writer.member("range", true) }
    }
}

extension ControlRequest.Broadcast {
    init(_ fields: JSONFields) throws(JSONError) {
        let numbers = 0...Int(UInt16.max)
        self.init(
            uuid: try fields.required("uuid").name(),
            major: try fields.required("major").integer(in: numbers),
            minor: try fields.required("minor").integer(in: numbers),
            power: try fields["power"]?.integer(in: Self.powers),
            interval: try fields["interval"]?.integer(in: Self.intervals))
    }

    func write(to writer: inout JSONWriter) {
        writer.member("uuid", uuid)
        writer.member("major", major)
        writer.member("minor", minor)
        if let power { writer.member("power", power) }
        if let interval { writer.member("interval", interval) }
    }
}

extension ControlRequest.Companion {
    init(_ fields: JSONFields) throws(JSONError) {
        let counts = 0...Int(Int32.max)
        self.init(
            name: try fields.required("name").name(),
            works: try fields.required("works").bool(),
            words: try fields.required("words").name(),
            since: try fields["since"]?.name(),
            trouble: try fields["trouble"]?.name(),
            waiting: try fields["waiting"]?.integer(in: counts) ?? 0,
            lost: try fields["lost"]?.integer(in: counts) ?? 0)
    }

    func write(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("works", works)
        writer.member("words", words)
        if let since { writer.member("since", since) }
        if let trouble { writer.member("trouble", trouble) }
        if waiting > 0 { writer.member("waiting", waiting) }
        if lost > 0 { writer.member("lost", lost) }
    }
}

extension ControlRequest.ShownText {
    init(_ fields: JSONFields) throws(JSONError) {
        self.init(
            try fields.required("text").text(ofBytes: ControlLimits.shownText),
            seconds: try fields["seconds"]?.integer(in: ControlRequest.showSeconds),
            level: try fields["level"]?.choice(
                of: "a level", among: Level.allCases.map { ($0.rawValue, $0) }) ?? .normal)
    }

    func write(to writer: inout JSONWriter) {
        writer.member("text", text)
        if let seconds { writer.member("seconds", seconds) }
        if level != .normal { writer.member("level", level.rawValue) }
    }
}

extension Int {
    fileprivate var asInt64: Int64 { Int64(self) }
}
