package import Arguments
import Control
import JSON
import Linux
import Notices

/// What a person can choose about `serial test`.
package struct SerialTestOptions: Sendable {
    private static let port = Operand(
        "NAME", kind: .text, summary: "The port, by the name of its section in the configuration")

    /// The command's entry in the table.
    package static let command = Command(
        name: "serial", summary: "Try serial ports out",
        commands: [
            Command(
                name: "test", summary: "Send one notice of each category to a serial port",
                details: [
                    "For wiring a sign: a call that is missed, one that is taken, and a notice of "
                        + "every other category, which are gone again after ten seconds.",
                    "Where a bridge runs, it says them between what else it has to say; else the "
                        + "port is "
                        + "opened for as long. Docs/serial.md explains what each format says.",
                ],
                examples: [
                    Command.Example("sudo callboard serial test sign", "the section [serial sign]")
                ],
                options: [SettingsFile.parameter.option, ClientOptions.socket.option],
                operands: [port], isForAdministrators: true)
        ])

    private let name: String
    private let client: ClientOptions
    private let file: SettingsFile

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        name = arguments[Self.port].first ?? ""
        client = ClientOptions(arguments)
        file = SettingsFile(arguments)
    }

    /// Has the running bridge say them, or says them itself.
    package func run() -> ExitStatus {
        let status = client.askIfThere(.testPort(name: name)) { value in
            Messages.print(SerialTestNews(value).line(by: "the running bridge"))
        }
        return status ?? runAlone()
    }

    private func runAlone() -> ExitStatus {
        let target: SerialTarget
        do throws(SettingsFile.Failure) {
            let targets = try file.read().ports
            guard let found = targets.first(where: { $0.name == name }) else {
                Messages.say(SerialTarget.absence(of: name, among: targets))
                return .usage
            }
            target = found
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        let ending = EventLoop.runHolding {
            (finish: @escaping @LoopActor (SerialTest.Ending) -> Void) in
            let test = SerialTest(target, finish)
            test.start { _ = Messages.print($0.line(by: "this command")) }
            return test
        }
        if let sentence = ending.sentence { Messages.say(sentence) }
        return ending.status
    }
}
