import Board
package import Commands
import Configuration
import Control
import Formats
import Linux
import Notices
package import Settings

/// Command line of `media`.
package struct PlayerCommand: Sendable {
    private static let phone = Parameter<String?>.text(
        "phone", letter: "p", placeholder: "PHONE",
        summary: "The phone, by name or identifier; the one that plays by default")
    private static let follow = Parameter<Bool>.flag(
        "follow", letter: "f", summary: "Print a line for each change, until you end it")
    private static let command = Operand(
        "COMMAND", kind: .choice(MediaCommand.allCases.map(\.rawValue)), isOptional: true,
        summary: "What the player is to do")

    /// Command table entry of `media`.
    package static let entry = Command(
        name: "media", summary: "Show what a phone plays, or control its player",
        details: [
            "Without a command it prints title, artist, position and volume of each phone with a "
                + "media player. If there is none, the exit status is 1.",
            "Which commands a player accepts depends on the app; the others are refused. repeat and "
                + "shuffle choose the next mode, skip and back jump as far as the app does.",
        ],
        examples: [
            Command.Example("callboard media", "what is playing?"),
            Command.Example("callboard media toggle", "pause, or play again"),
            Command.Example("callboard media --follow --json | jq .media.title", "for programs"),
        ],
        options: [phone.option, follow.option] + JSONChoice.ofPage + ClientOptions.all,
        operands: [command])

    private let client: ClientOptions
    private let writesLines: Bool
    private let follows: Bool
    private let phone: String?
    private let command: MediaCommand?

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        follows = arguments[Self.follow]
        phone = arguments[Self.phone]
        command = arguments[Self.command].first.flatMap(MediaCommand.init)
    }

    /// Sends the command to the running bridge, or prints what it reports.
    package func run() -> ExitStatus {
        if let command {
            if follows {
                Messages.say("--follow cannot be given with a command")
                return .usage
            }
            return perform(command)
        }
        if follows { return MediaFollower.run(client.path, phone, isJSON: writesLines) }
        switch HeldNotices.ask(at: client.path, TailRequest()) {
        case .failure(let problem): return problem.tell()
        case .success(let day): return print(day.played)
        }
    }

    private func perform(_ command: MediaCommand) -> ExitStatus {
        // The phone may answer late.
        client.ask(MediaRequest(command, phone: phone), within: .seconds(60)) { answer in
            if writesLines { return Messages.print(answer.line) }
            let phone = answer.value.phone.map { Text($0).cleaned() }
            return Messages.print(command.done(on: phone) + "\n")
        }
    }

    private func print(
        _ played: [(phone: PhoneName, media: PlayedMedia, time: WallTime)]
    ) -> ExitStatus {
        let wanted = played.filter { $0.phone.isMeant(by: phone) }
        guard !wanted.isEmpty else {
            Messages.say(
                phone == nil
                    ? "no phone has a media player" : "no phone of this name has a media player")
            return .failure
        }
        let lines = wanted.map { phone, media, time in
            MediaLine(phone, media, at: time).text(isJSON: writesLines, now: .now)
        }
        return Messages.print(lines.joined())
    }
}
