package import Linux

/// Status of the bridge: radio, phones, outputs and add-on services, without content of notifications.
package struct StatusAnswer: ControlAnswer {
    /// Version of the program.
    package var version = ""
    /// Process id.
    package var pid = 0
    /// Start time.
    package var started: WallTime?
    package var radio: StatusRadio?
    package var phones: [StatusPhone] = []
    /// Events so far.
    package var events = 0
    /// Time of the last notification.
    package var lastNotice: WallTime?
    package var outlets: [StatusOutlet] = []
    /// Folder of the history.
    package var history: StatusFolder?
    package var control: StatusControl?
    /// Setting of the host's clock; nil if the configuration does not ask for it.
    package var clock: StatusClock?
    /// Add-on services that have reported their status.
    package var addOns: [StatusAddOn] = []
    package var rules: StatusRules?
    package var mutes: [MutedApp] = []
    /// Beacon status; nil if beacons are not used.
    package var beacons: StatusBeacons?
    package var configuration: StatusConfiguration?
    /// Folder of paired phones and mutes.
    package var state: StatusFolder?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("version", &version, .text)
        try fields.required("pid", &pid, .number)
        try fields.optional("started", &started, .moment)
        try fields.optional("radio", &radio, .object())
        try fields.required("phones", &phones, .objects())
        try fields.required("events", &events, .number)
        try fields.optional("last_notice", &lastNotice, .moment)
        try fields.required("outlets", &outlets, .objects())
        try fields.optional("history", &history, .object())
        try fields.optional("control", &control, .object())
        try fields.optional("clock", &clock, .object())
        try fields.usual("companions", &addOns, .objects(), [])
        try fields.optional("rules", &rules, .object())
        try fields.required("mutes", &mutes, .objects())
        try fields.optional("beacons", &beacons, .object())
        try fields.optional("configuration", &configuration, .object())
        try fields.optional("state", &state, .object())
    }
}

/// Folder in which data is stored.
package struct StatusFolder: ControlAnswer {
    package var folder = ""

    package init() {}

    package init(_ folder: String) {
        self.folder = folder
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("folder", &folder, .text)
    }
}

/// Control socket statistics.
package struct StatusControl: ControlAnswer {
    /// Path of the socket.
    package var path = ""
    /// Connected clients, and their maximum.
    package var clients = 0
    package var limit = 0
    /// Bytes not yet read by clients.
    package var waitingBytes = 0
    /// Events dropped for slow clients.
    package var lostEvents = 0
    /// Connections refused.
    package var turnedAway = 0
    /// Clients disconnected by the bridge.
    package var cutOff = 0

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("path", &path, .text)
        try fields.required("clients", &clients, .number)
        try fields.required("limit", &limit, .number)
        try fields.required("waiting_bytes", &waitingBytes, .number)
        try fields.required("lost_events", &lostEvents, .number)
        try fields.required("turned_away", &turnedAway, .number)
        try fields.required("cut_off", &cutOff, .number)
    }
}

/// Status of an add-on service.
package struct StatusAddOn: ControlAnswer {
    /// Name of the service.
    package var name = ""
    /// User who reported the status; nil if that is root, the bridge's own user or an add-on service's user.
    package var user: String?
    package var state = ""
    /// Current activity, or the reason for a failure.
    package var words = ""
    /// Time of the last change of state.
    package var since: WallTime?
    /// Number of items waiting, and of items dropped.
    package var waiting = 0
    package var lost = 0
    /// Last error.
    package var trouble: String?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.optional("user", &user, .text)
        try fields.required("state", &state, .text)
        try fields.required("words", &words, .text)
        try fields.optional("since", &since, .moment)
        try fields.required("waiting", &waiting, .number)
        try fields.required("lost", &lost, .number)
        try fields.optional("trouble", &trouble, .text)
    }
}

/// The active configuration.
package struct StatusConfiguration: ControlAnswer {
    package var file = ""
    package var exists = false
    /// Time of the last reload.
    package var read: WallTime?
    /// Settings that take effect only after a restart.
    package var needsRestart: [String] = []
    /// Reason why the file was rejected at the last reload; nil if it was accepted.
    package var problem: String?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("file", &file, .text)
        try fields.required("exists", &exists, .truth)
        try fields.optional("read", &read, .moment)
        try fields.usual("needs_restart", &needsRestart, .texts, [])
        try fields.optional("problem", &problem, .text)
    }
}
