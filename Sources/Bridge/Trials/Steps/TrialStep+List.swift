import Radio

extension TrialStep {
    /// All steps, most important first.
    package static let all = first + previews + returning + shapes.map(pairing)

    /// The plain host is last: iOS 18 may not list it.
    private static let shapes: [Shape] = [.hid, .keypad, .look, .solicit]

    /// How often Bluetooth is switched off and on.
    package static let cycles = 20

    private static let first = [
        TrialStep(
            name: "pair", title: "Pair the iPhone", group: .first, kind: .pairing(nil),
            instructions: [
                "On the iPhone open Settings > Bluetooth, and tap this host when it appears.",
                "Allow everything that the iPhone asks, above all to share its notifications.",
            ]),
        message(
            "always-unlocked", "Previews always, iPhone unlocked", .first, word: "kestrel",
            hasText: true, previews: "Always", isLocked: false),
        TrialStep(
            name: "removal", title: "A notification is cleared on the iPhone", group: .first,
            kind: .removal,
            instructions: [
                "Send the iPhone one message with the word \"lantern\".",
                "Five seconds after it has arrived, clear it on the iPhone.",
            ], word: "lantern"),
        call(
            "call-missed", "A call is missed", .first, .unanswered,
            "Have another phone call the iPhone. Let it ring until it stops by itself."),
        call(
            "call-declined", "A call is declined by the host", .first, .declined,
            "Have another phone call the iPhone, and do not touch it: "
                + "the host declines the call after three seconds."),
        call(
            "call-answered", "A call is answered by the host", .first, .answered,
            "Have another phone call the iPhone, and do not touch it: "
                + "the host answers after three seconds. Talk for five seconds and hang up."),
    ]

    private static let previews = [
        message(
            "always-locked", "Previews always, iPhone locked", .previews, word: "walnut",
            hasText: true, previews: "Always", isLocked: true),
        message(
            "when-unlocked-locked", "Previews when unlocked, iPhone locked", .previews,
            word: "harbour", hasText: false, previews: "When Unlocked", isLocked: true),
        message(
            "when-unlocked-unlocked", "Previews when unlocked, iPhone unlocked", .previews,
            word: "thimble", hasText: true, previews: "When Unlocked", isLocked: false),
        message(
            "never-locked", "Previews never, iPhone locked", .previews, word: "juniper",
            hasText: false, previews: "Never", isLocked: true),
        message(
            "never-unlocked", "Previews never, iPhone unlocked", .previews, word: "marble",
            hasText: false, previews: "Never", isLocked: false),
        TrialStep(
            name: "focus", title: "Focus is on", group: .previews,
            kind: .message(hasText: true, isSilent: true),
            instructions: [
                "On the iPhone set Settings > Notifications > Show Previews to Always.",
                "Switch on Do Not Disturb, for everybody and every app.",
                "Send the iPhone one message with the word \"saffron\". "
                    + "Afterwards switch Do Not Disturb off.",
            ], word: "saffron"),
    ]

    private static let returning = [
        TrialStep(
            name: "bluetooth", title: "Bluetooth off and on, \(cycles) times", group: .returning,
            kind: .absence(times: cycles),
            instructions: [
                "Leave a few notifications on the iPhone.",
                "Open Settings > Bluetooth (not the Control Centre) and switch Bluetooth off.",
                "When this terminal says that the iPhone has gone, switch it on; "
                    + "when it says that the iPhone is back, switch it off again.",
            ]),
        TrialStep(
            name: "range", title: "Out of range", group: .returning, kind: .absence(times: 1),
            instructions: [
                "Carry the iPhone away until this terminal says that it has gone, or for two "
                    + "minutes. Then come back."
            ]),
        TrialStep(
            name: "suspend", title: "The host is suspended", group: .returning, kind: .sleep,
            instructions: [
                "Suspend this host (systemctl suspend, or close the lid) for a minute or more.",
                "Wake it up, with the iPhone near it.",
            ]),
        TrialStep(
            name: "restart", title: "The host is restarted", group: .returning, kind: .restart,
            instructions: [
                "The bridge must start with the host (sudo systemctl enable callboard).",
                "Restart this host, with the iPhone near it, and do not touch the iPhone.",
                "Then run this command again, without --new: it continues here.",
            ]),
        call(
            "call-rung", "A caller gives up", .returning, .unanswered,
            "Have another phone call the iPhone, and hang up there after two rings."),
    ]

    private static func pairing(in shape: Shape) -> TrialStep {
        TrialStep(
            name: "pair-\(shape.rawValue)", title: "Pair in the shape \(shape.rawValue)",
            group: .shapes, kind: .pairing(shape),
            instructions: [
                "On the iPhone: Settings > Bluetooth > (i) beside this host > Forget This Device.",
                "On this host: sudo callboard forget, with the name of the phone.",
                "In the configuration, under [radio]: shape = \(shape.rawValue)",
                "Restart the bridge: sudo systemctl restart callboard",
                "Press Enter, then tap this host in the iPhone's Settings > Bluetooth.",
            ])
    }

    private static func message(
        _ name: String, _ title: String, _ group: Group, word: String, hasText: Bool,
        previews: String, isLocked: Bool
    ) -> TrialStep {
        TrialStep(
            name: name, title: title, group: group,
            kind: .message(hasText: hasText, isSilent: false),
            instructions: [
                "On the iPhone set Settings > Notifications > Show Previews to \(previews).",
                isLocked
                    ? "Lock the iPhone." : "Unlock the iPhone, and leave it at the Home Screen.",
                "Send it one message with the word \"\(word)\" from another phone or account.",
            ], word: word)
    }

    private static func call(
        _ name: String, _ title: String, _ group: Group, _ end: CallEnd, _ instruction: String
    ) -> TrialStep {
        TrialStep(
            name: name, title: title, group: group, kind: .call(end), instructions: [instruction])
    }
}
