import Bridge
package import Commands
import Configuration
import Control
import JSON
import Linux
import Outlets
package import Settings

/// Command line of `test`, and of `serial test` and `display test` for outputs of one kind.
package struct OutletTestCommand: Sendable {
    private static let outlet = Operand(
        "NAME", kind: .text,
        summary: "The output, by its section: lcd, \"serial sign\", or the name alone")
    private static let port = Operand(
        "NAME", kind: .text, summary: "The port, by the name of its section in the configuration")
    private static let display = Operand(
        "DISPLAY", kind: .text, isOptional: true,
        summary: "One display, by its section: lcd, or \"console hall\"")
    private static let options = [SettingsFile.parameter.option, ClientOptions.socket.option]

    /// Command table entries of the three commands.
    package static let commands = [any, ports, displays]

    private static let any = Command(
        name: "test", summary: "Show a sample on an output: a serial port, a display or an LED",
        details: [
            "For setup: a missed call, an answered call, and a notification of every other category, "
                + "removed after ten seconds, or on a display after a minute.",
            "A running bridge shows them among everything else. Without one, the output is "
                + "opened for this time, and Ctrl-C ends it.",
        ],
        examples: [
            Command.Example("sudo callboard test door", "the section [led door]"),
            Command.Example("sudo callboard test lcd", "the section [lcd]"),
        ],
        options: options, operands: [outlet], isForAdministrators: true)

    private static let ports = Command(
        name: "serial", summary: "Try serial ports out",
        commands: [
            Command(
                name: "test", summary: "Send one notification of each category to a serial port",
                details: [
                    "For wiring a sign: a missed call, an answered call, and a notification of every "
                        + "other category, removed after ten seconds.",
                    "A running bridge sends them between its other output. Without one, the "
                        + "port is opened for this time. Docs/reference/serial-formats.md explains "
                        + "each format.",
                ],
                examples: [
                    Command.Example("sudo callboard serial test sign", "the section [serial sign]")
                ],
                options: options, operands: [port], isForAdministrators: true)
        ])

    private static let displays = Command(
        name: "display", summary: "Try displays out",
        commands: [
            Command(
                name: "test",
                summary: "Show a call and one notification of each category on displays",
                details: [
                    "For setting up a display: a call that rings for eight seconds, an answered "
                        + "call, and a notification of every other category, all removed after a minute.",
                    "A running bridge shows them among everything else. Without one, the "
                        + "displays are opened for this time, and Ctrl-C ends it.",
                ],
                examples: [
                    Command.Example("sudo callboard display test", "on all displays"),
                    Command.Example("sudo callboard display test lcd", "the section [lcd]"),
                ],
                options: options, operands: [display], isForAdministrators: true)
        ])

    private let choice: OutletChoice
    private let client: ClientOptions
    private let file: SettingsFile

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        choice =
            switch arguments.command.first {
            case "serial": .port(arguments[Self.port].first ?? "")
            case "display": .displays(arguments[Self.display].first)
            default: .named(arguments[Self.outlet].first ?? "")
            }
        client = ClientOptions(arguments)
        file = SettingsFile(arguments)
    }

    /// Lets the running bridge show the sample; without a bridge, shows it itself.
    package func run() -> ExitStatus {
        let status =
            switch choice {
            case .port(let name): ask(TestPortRequest(port: name))
            case .displays(let name): ask(TestDisplaysRequest(display: name))
            case .named(let name): ask(TestOutletRequest(outlet: name))
            }
        return status ?? runAlone()
    }

    /// Requests the test from the running bridge; returns nil if there is none.
    private func ask(_ request: some ControlRequest<TestAnswer>) -> ExitStatus? {
        client.askIfThere(request) { answer in
            let news = OutletTestReport(answer.value, for: choice)
            let status = Messages.printSentences(news.text(by: "the running bridge"))
            for sentence in news.sentences { Messages.say(sentence) }
            return news.isWhole ? status : .failure
        }
    }

    private func runAlone() -> ExitStatus {
        let all: OutletConfigurations
        do throws(SettingsFile.Failure) {
            all = try file.read().outlets
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        let plans: [any OutletConfiguration]
        do throws(OutletAbsence) {
            plans = try all.meant(by: choice)
        } catch {
            Messages.say(error.sentence)
            return .usage
        }
        let ending = EventLoop.runHolding {
            (finish: @escaping @LoopActor (OutletTest.Ending) -> Void) in
            let test = OutletTest(
                plans, begun: { _ = Messages.printSentences($0.text(by: "this command")) },
                finish: finish)
            test.start()
            return test
        }
        for sentence in ending.sentences { Messages.say(sentence) }
        return ending.status
    }
}
