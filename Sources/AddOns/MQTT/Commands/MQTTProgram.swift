import AddOnRuntime
package import Commands
package import Settings

/// Commands of `callboard-mqtt`.
package enum MQTTProgram {
    private static let name = "callboard-mqtt"

    private static let run = Command(
        name: "run", summary: "Publish the bridge's events to an MQTT broker, as a service",
        details: [
            "The service runs this command. It follows the running bridge, and connects to the "
                + "broker of the section [mqtt]. If a connection is lost, it reconnects. SIGHUP "
                + "reloads the configuration."
        ],
        examples: [
            Command.Example(
                "sudo systemctl enable --now callboard-mqtt", "run it as a service")
        ],
        options: AddOnOptions.all)

    private static let check = Command(
        name: "check", summary: "Check the broker and print problems with fixes",
        details: [
            "The check connects, publishes a message, reads it back, and checks the permissions. "
                + "Nothing remains at the broker. Each problem is followed by its fix."
        ],
        examples: [Command.Example("sudo callboard-mqtt check", "with the usual configuration")],
        options: AddOnOptions.all + JSONChoice.ofPage)

    private static let clean = Command(
        name: "clean", summary: "Delete this bridge's retained messages at the broker",
        details: [
            "For a bridge that was removed or renamed: phones, counts, and the devices in Home "
                + "Assistant are deleted. Stop the service first; it would publish everything "
                + "again."
        ],
        examples: [
            Command.Example("sudo systemctl disable --now callboard-mqtt", "first"),
            Command.Example("sudo callboard-mqtt clean", "then"),
        ],
        options: AddOnOptions.all)

    private static let completion = CompletionCommand.entry(of: name)

    /// The command table.
    package static let table = Program(
        Command(
            name: name,
            summary: "Publish an iPhone's notifications to an MQTT broker and Home Assistant",
            details: [
                "This add-on service publishes the events of the bridge, callboard(8), which "
                    + "itself has no network access. Docs/how-to/mqtt.md explains the setup up to a "
                    + "light that blinks when a call rings, and Docs/reference/mqtt-topics.md lists "
                    + "the topics."
            ],
            examples: [
                Command.Example("sudo callboard-mqtt check", "check the broker")
            ],
            commands: [run, check, clean, AddOnProgram.manual, completion]),
        version: ProgramVersion.current,
        surroundings: AddOnProgram.surroundings(
            section: "mqtt", ending: "Disconnect from the broker and exit."),
        configurationPage: "callboard.conf(5)")

    /// Runs a command.
    package static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first {
        case run.name: MQTTRun.run(arguments)
        case check.name: MQTTCheck.run(arguments)
        case clean.name: MQTTClean.run(arguments)
        default: AddOnProgram.run(table, arguments)
        }
    }
}
