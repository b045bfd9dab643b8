import ANCS
package import Arguments
import Outlets

/// What a person can choose about the bridge in the foreground.
package struct RunOptions: Sendable {
    /// Where phones come from.
    enum RadioKind: String, CaseIterable, Sendable {
        case bluez
        case simulated
    }

    static let radio = Parameter<RadioKind>.choice(
        "radio", placeholder: "RADIO", default: .bluez,
        summary: "Listen to real phones through bluetoothd, or to simulated ones")
    static let textLength = DemoOptions.textLength

    /// The command's entry in the table.
    package static let command = Command(
        name: "run", summary: "Listen to paired phones and show their notices",
        details: [
            "The host advertises, paired phones come and go, and their notices go to standard "
                + "output. No phone can be paired meanwhile: callboard pair does that.",
            "It goes on without an adapter, and when bluetoothd, the adapter or a phone goes away "
                + "and comes back. SIGTERM and Ctrl-C end it.",
        ],
        examples: [
            Command.Example("callboard run", "for people, as it happens"),
            Command.Example("callboard run --format json | jq .title", "for programs"),
            Command.Example("callboard run --adapter hci1 --shape solicit", "another look"),
        ],
        options: [radio.option, DemoOptions.format.option] + RadioOptions.all + [
            DemoOptions.scenario.option, DemoOptions.speed.option, DemoOptions.seed.option,
            textLength.option, DemoOptions.raw.option,
        ])

    let kind: RadioKind
    let radio: RadioOptions
    let demo: DemoOptions

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        kind = arguments[Self.radio]
        radio = RadioOptions(arguments)
        demo = DemoOptions(arguments)
    }
}
