import AddOnRuntime
package import Commands
package import Settings

/// Everything a person can ask `callboard-mqtt` for.
package enum MQTTProgram {
    /// What it is called.
    private static let name = "callboard-mqtt"

    private static let run = Command(
        name: "run", summary: "Tell an MQTT broker what the bridge tells, until it is asked to end",
        details: [
            "This is what the service does. It follows the running bridge, and connects to the broker "
                + "of the section [mqtt]; either may come and go. SIGHUP has it read the "
                + "configuration again."
        ],
        examples: [
            Command.Example(
                "sudo systemctl enable --now callboard-mqtt", "have it run as a service")
        ],
        options: AddOnOptions.all, isForAdministrators: true)

    private static let check = Command(
        name: "check", summary: "Try the broker, and say what is wrong",
        details: [
            "It connects, tells something, reads it back, and tries the rights that it needs. Nothing of "
                + "that stays at the broker. What it finds has its mend below it."
        ],
        examples: [Command.Example("sudo callboard-mqtt check", "with the usual configuration")],
        options: AddOnOptions.all + JSONChoice.ofPage, isForAdministrators: true)

    private static let clean = Command(
        name: "clean", summary: "Take back everything that the broker keeps of this bridge",
        details: [
            "For a bridge that is given up, or has another name: phones, counts, and the devices of Home "
                + "Assistant are gone after that. Stop the service first; it would tell all again."
        ],
        examples: [
            Command.Example("sudo systemctl disable --now callboard-mqtt", "first"),
            Command.Example("sudo callboard-mqtt clean", "then"),
        ],
        options: AddOnOptions.all, isForAdministrators: true)

    private static let completion = CompletionCommand.entry(of: name)

    /// The table.
    package static let table = Program(
        Command(
            name: name, summary: "Tell an MQTT broker and Home Assistant of an iPhone's notices",
            details: [
                "It is a program beside the bridge, callboard(8), which itself has no network. "
                    + "Docs/mqtt.md lists the topics, and goes from nothing to a light that blinks "
                    + "when somebody rings."
            ],
            examples: [
                Command.Example("sudo callboard-mqtt check", "say whether the broker can be used")
            ],
            commands: [run, check, clean, AddOnProgram.manual, completion]),
        version: ProgramVersion.current,
        surroundings: AddOnProgram.surroundings(
            section: "mqtt", ending: "It says goodbye to the broker and ends."),
        configurationPage: "callboard.conf(5)")

    /// Does what was asked for.
    package static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first {
        case run.name: MQTTRun.run(arguments)
        case check.name: MQTTCheck.run(arguments)
        case clean.name: MQTTClean.run(arguments)
        default: AddOnProgram.run(table, arguments)
        }
    }
}
