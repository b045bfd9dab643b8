package import Commands
import Configuration
import Control
import Formats
import JSON
import Linux
package import Settings

/// Command line of `mute`.
package struct MuteCommand: Sendable {
    private static let app = Operand(
        "APP", kind: .text, isOptional: true,
        summary: "The app, by identifier or name; callboard apps lists them")
    private static let time = Operand(
        "TIME", kind: .text, isOptional: true, isRepeatable: true,
        summary: "30m, 2h, 3d, today, or until 18:00; an hour without it, 30 days at most")

    /// The mute time as an option, as in `show`.
    private static let length = Parameter<String?>.text(
        "for", placeholder: "TIME", summary: "The same as TIME after the app")

    /// Command table entry of `mute`.
    package static let command = Command(
        name: "mute", summary: "Show nothing new of an app for some time",
        details: [
            "Nothing new of the app is shown on any display, port, file or client, whichever phone it "
                + "is on; what is already shown is still updated, and the history stores all. "
                + "What arrives meanwhile is not shown later. A muted app is completely silent: "
                + "muting Phone also silences calls.",
            "It ends by itself, and survives a restart. Without APP it lists what is muted.",
        ],
        examples: [
            Command.Example("callboard mute Messages", "for an hour"),
            Command.Example("callboard mute net.whatsapp.WhatsApp until 18:00", "until then"),
            Command.Example("callboard mute Mail today", "until midnight"),
            Command.Example("callboard mute", "what is muted, and until when"),
        ],
        options: [length.option] + JSONChoice.ofPage + ClientOptions.all,
        operands: [app, time])

    private let client: ClientOptions
    private let writesLines: Bool
    private let app: String?
    private let time: [String]
    private let length: String?

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        app = arguments[Self.app].first
        time = arguments[Self.time]
        length = arguments[Self.length]
    }

    /// Sends the request to the running bridge and prints the outcome.
    package func run() -> ExitStatus {
        guard let app else {
            guard length == nil else {
                Messages.say("--for requires an app")
                return .usage
            }
            return list()
        }
        let now = WallTime.now
        guard time.isEmpty || length == nil else {
            Messages.say("give the time only once: after the app, or with --for")
            return .usage
        }
        let (words, name) = (length.map { [$0] } ?? time, length == nil ? "TIME" : "--for")
        guard let time = MuteTime(words, now: now) else {
            Messages.say(
                "\(name) must be \(MuteTime.possible), not "
                    + "'\(words.joined(separator: " ").printable)'"
            )
            return .usage
        }
        let request = MuteRequest(
            app: app, until: time.until?.timestamp, seconds: time.seconds)
        return client.ask(request) { answer in
            if writesLines { return Messages.print(answer.line) }
            let mute = answer.value.mute
            let sentence = "\(MutePage.name(mute)) is muted \(MutePage.end(mute, now: now))"
            Self.warn(answer.value.unsaved)
            return Messages.printSentences(sentence + doubt(answer.value) + "\n")
        }
    }

    private func list() -> ExitStatus {
        client.ask(StatusRequest()) { answer in
            if writesLines {
                return Messages.print(
                    JSONWriter.lineText { writer in
                        writer.array("mutes") { writer in
                            for mute in answer.json.list("mutes") { writer.value(mute) }
                        }
                    })
            }
            let page = MutePage(answer.value.mutes)
            if page.isEmpty { Messages.say("no app is muted") }
            return Messages.printSentences(page.lines.map { $0 + "\n" }.joined())
        }
    }

    /// Warns that a bridge could not save a change.
    static func warn(_ reason: String?) {
        guard let reason else { return }
        Messages.say("this lasts only until the bridge ends, since it cannot be saved: \(reason)")
    }

    /// Returns the remark about an app that has sent nothing yet.
    private func doubt(_ answer: MuteAnswer) -> String {
        guard answer.isHeard == false else { return "" }
        let near = answer.near.map { "; did you mean \($0.printable)?" } ?? ""
        return ", from which this bridge has received nothing yet" + near
    }
}

/// Command line of `unmute`.
package struct UnmuteCommand: Sendable {
    private static let app = Operand(
        "APP", kind: .text, isOptional: true,
        summary: "The app, by identifier or name; callboard mute lists those that are muted")
    private static let all = Parameter<Bool>.flag("all", summary: "Show all apps again")

    /// Command table entry of `unmute`.
    package static let command = Command(
        name: "unmute", summary: "Show an app again before its time is over",
        details: ["What it sent meanwhile is in the history."],
        examples: [
            Command.Example("callboard unmute Messages", "this one"),
            Command.Example("callboard unmute --all", "all of them"),
        ],
        options: [all.option] + JSONChoice.ofPage + ClientOptions.all,
        operands: [app])

    private let client: ClientOptions
    private let writesLines: Bool
    private let app: String?
    private let isAboutAll: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        app = arguments[Self.app].first
        isAboutAll = arguments[Self.all]
    }

    /// Sends the request to the running bridge and prints the outcome.
    package func run() -> ExitStatus {
        guard (app == nil) == isAboutAll else {
            Messages.say(
                isAboutAll ? "name an app, or --all, not both" : "name the app, or all with --all")
            return .usage
        }
        return client.ask(UnmuteRequest(app: app)) { answer in
            if writesLines { return Messages.print(answer.line) }
            MuteCommand.warn(answer.value.unsaved)
            let unmuted = answer.value.unmuted
            if unmuted.isEmpty { Messages.say("no app was muted") }
            return Messages.print(
                unmuted.map {
                    "\(MutePage.name($0)) is shown again\(MutePage.count($0))\n"
                }.joined())
        }
    }
}
