import Commands
import Configuration
import Contract
import Control
import Formats
import Linux
import Notices
import Settings

/// Has the running bridge show a text, or take back all that it shows.
struct TextShowing {
    /// The option that says for how long.
    static let time = Parameter<String?>.text(
        "for", placeholder: "TIME",
        summary: "How long a text is shown: 30s, 5m or 2h, 24h at most; 5m without it")
    /// The option that says how urgent it is.
    static let level = Parameter<ShownText.Level>.choice(
        "level", placeholder: "LEVEL", default: .normal,
        summary:
            "How urgent a text is: quiet lights and rings nothing, urgent is marked as important")

    private static let times = ValueSyntax<Duration>.duration(
        .seconds(ShownText.seconds.lowerBound)
            ... .seconds(ShownText.seconds.upperBound))
    /// What times are possible, as it reads after "wants".
    private static let possible = "a time such as 30s, 5m or 2h, at most 24h"
    /// Bytes of standard input that are read; more are too many in any case.
    private static let inputLimit = 4 * ControlLimits.shownText

    private let client: ClientOptions
    private let writesLines: Bool
    private let time: String?
    private let level: ShownText.Level

    /// Whether something was said on the command line that is about texts alone.
    static func isMeant(by arguments: ParsedArguments) -> Bool {
        arguments.has(time.option) || arguments.has(level.option)
    }

    /// The words of a text, and for how long it is shown where that stands behind them: behind `for`, or behind a text of one
    /// argument, be it a word or a text in quotation marks.
    ///
    /// - Parameter isBehindText: whether the whole text was said already, by the option.
    static func split(
        _ words: [String], isBehindText: Bool = false
    ) -> (text: [String], time: String?) {
        guard let last = words.last, (try? times.read(last)) != nil else { return (words, nil) }
        let rest = Array(words.dropLast())
        if isBehindText { return rest.isEmpty || rest == ["for"] ? ([], last) : (words, nil) }
        if rest.count > 1, rest.last == "for" { return (Array(rest.dropLast()), last) }
        return rest.count == 1 ? (rest, last) : (words, nil)
    }

    /// Takes what was given on the command line.
    ///
    /// - Parameter time: for how long, where that was said otherwise than by the option.
    init(_ arguments: ParsedArguments, for time: String? = nil) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        self.time = arguments[Self.time] ?? time
        level = arguments[Self.level]
    }

    /// Shows the text that standard input brings.
    func showInput() -> ExitStatus {
        var bytes: [UInt8] = []
        do throws(Errno) {
            while bytes.count <= Self.inputLimit {
                let more = try StandardStream.input.read(upTo: Self.inputLimit)
                if more.isEmpty { break }
                bytes += more
            }
        } catch {
            Messages.say("standard input cannot be read: \(error)")
            return .noInput
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            Messages.say("standard input is no text in UTF-8")
            return .badData
        }
        return show(text, orElse: .badData)
    }

    /// Shows a text, and says for how long.
    ///
    /// - Parameter status: how the command ends where the text is none that can be shown.
    func show(_ text: String, orElse status: ExitStatus = .usage) -> ExitStatus {
        guard let seconds else {
            Messages.say("--for wants \(Self.possible), not '\((time ?? "").printable)'")
            return .usage
        }
        let text = text.withoutSpaceAround
        if let problem = Self.problem(with: text) {
            Messages.say(problem)
            return status
        }
        let wish = ShownText(text, seconds: seconds, level: level)
        return client.ask(ShowRequest(wish)) { answer in
            if answer.value.outlets == 0 {
                Messages.say(
                    "no display is configured; callboard board and whoever else follows the "
                        + "bridge shows it")
            }
            if writesLines { return Messages.print(answer.line) }
            let id = Text(answer.value.id ?? "").cleaned()
            return Messages.printSentences("shown for \(Self.words(seconds)) as \(id)\n")
        }
    }

    /// For how many seconds; nil where what was given makes no sense.
    private var seconds: Int? {
        guard let time else { return ShownText.usualSeconds }
        return (try? Self.times.read(time)).map { Int($0.components.seconds) }
    }

    /// Why a text cannot be shown, as a sentence; nil where it can.
    private static func problem(with text: String) -> String? {
        if text.cleaned().isEmpty { return "the text has nothing in it that can be shown" }
        let (count, limit) = (text.utf8.count, ControlLimits.shownText)
        return count > limit ? "the text has \(count) bytes, and \(limit) are possible" : nil
    }

    /// A time as people say it, where it is a whole number of something.
    private static func words(_ seconds: Int) -> String {
        if seconds.isMultiple(of: 3600) { return "\(seconds / 3600) h" }
        if seconds.isMultiple(of: 60), seconds < 3600 { return "\(seconds / 60) min" }
        return Duration.seconds(seconds).words
    }

    /// Takes back all texts, and says how many there were.
    func clear() -> ExitStatus {
        client.ask(ShowRequest(nil)) { answer in
            if writesLines { return Messages.print(answer.line) }
            switch answer.value.count ?? 0 {
            case 0:
                Messages.say("no text is shown")
                return .success
            case 1: return Messages.print("1 text is shown no more\n")
            case let count: return Messages.print("\(count) texts are shown no more\n")
            }
        }
    }
}
