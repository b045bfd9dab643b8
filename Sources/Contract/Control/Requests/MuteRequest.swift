/// Request to mute an app for some time.
package struct MuteRequest: ControlRequest {
    package typealias Answer = MuteAnswer
    package static let word = "mute"
    package static let right = ControlRight.act
    /// Valid durations in seconds; a bridge may allow less.
    package static let seconds = 1...(366 * 86_400)

    /// App identifier or name.
    package var app: String
    /// Time at which the mute ends, in the format of events.
    package var until: String?
    /// Duration of the mute in seconds; the default applies if neither this nor `until` is given.
    package var seconds: Int?

    package init(app: String, until: String? = nil, seconds: Int? = nil) {
        self.app = app
        self.until = until
        self.seconds = seconds
    }

    package static var blank: MuteRequest { MuteRequest(app: "") }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("app", &app, .name)
        try fields.optional("until", &until, .name)
        try fields.optional("seconds", &seconds, .whole(Self.seconds))
        try fields.refuse("seconds", while: until != nil, "cannot be given with until")
    }
}

/// Request to unmute one app or all apps.
package struct UnmuteRequest: ControlRequest {
    package typealias Answer = UnmuteAnswer
    package static let word = "unmute"
    package static let right = ControlRight.act
    package static let fieldNames = ["app", "all"]

    /// App identifier or name; nil for all.
    package var app: String?

    package init(app: String?) {
        self.app = app
    }

    package static var blank: UnmuteRequest { UnmuteRequest(app: nil) }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        var isAll = app == nil
        try fields.usual("all", &isAll, .truth, false)
        try fields.refuse("app", while: isAll, "cannot be given with all")
        if isAll {
            app = nil
            return
        }
        var name = app ?? ""
        try fields.required("app", &name, .name)
        app = name
    }
}
