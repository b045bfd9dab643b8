package import Linux

/// How the bridge is: its radio, its phones, its outputs and what works beside it, without a word of content.
package struct StatusAnswer: ControlAnswer {
    /// The version of the program.
    package var version = ""
    /// The number of its process.
    package var pid = 0
    /// When it began.
    package var started: WallTime?
    package var radio: StatusRadio?
    package var phones: [StatusPhone] = []
    /// Events so far.
    package var events = 0
    /// When a notification came last.
    package var lastNotice: WallTime?
    package var outlets: [StatusOutlet] = []
    /// Where the history is kept.
    package var history: StatusFolder?
    package var control: StatusControl?
    /// The programs beside the bridge that have said how they are.
    package var companions: [StatusAddOn] = []
    package var rules: StatusRules?
    package var mutes: [MutedApp] = []
    /// How beacons are; nil where the bridge has nothing to do with any.
    package var beacons: StatusBeacons?
    package var configuration: StatusConfiguration?
    /// Where the bridge remembers phones and mutes.
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
        try fields.usual("companions", &companions, .objects(), [])
        try fields.optional("rules", &rules, .object())
        try fields.required("mutes", &mutes, .objects())
        try fields.optional("beacons", &beacons, .object())
        try fields.optional("configuration", &configuration, .object())
        try fields.optional("state", &state, .object())
    }
}

/// Where something is kept.
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

/// Who has come over the control socket.
package struct StatusControl: ControlAnswer {
    /// The socket.
    package var path = ""
    /// Clients that are here, and how many can be.
    package var clients = 0
    package var limit = 0
    /// Bytes that clients have not read yet.
    package var waitingBytes = 0
    /// Events that slow clients did not get.
    package var lostEvents = 0
    /// Connections that were refused.
    package var turnedAway = 0
    /// Clients that were disconnected.
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

/// A program beside the bridge.
package struct StatusAddOn: ControlAnswer {
    /// What it is called.
    package var name = ""
    /// The user whose program it is; nil for root, the bridge's own user and add-on services.
    package var user: String?
    /// `works`, `fails` or `gone`.
    package var state = ""
    /// What it does, or what keeps it from that.
    package var words = ""
    /// Since when it is so.
    package var since: WallTime?
    /// How much waits, and how much it left out.
    package var waiting = 0
    package var lost = 0
    /// What went wrong last.
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

/// The configuration that holds.
package struct StatusConfiguration: ControlAnswer {
    package var file = ""
    package var exists = false
    /// When it was read last.
    package var read: WallTime?
    /// What was read and holds only after a restart.
    package var needsRestart: [String] = []
    /// Why what is in the file now was not taken.
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
