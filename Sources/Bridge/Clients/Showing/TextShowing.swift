import Commands
import Configuration
import Control
import Formats
import Linux
import Notices
import Settings

/// Requests that show a text on the running bridge, or take back all texts.
struct TextShowing {
    /// Option for the display time.
    static let time = Parameter<String?>.text(
        "for", placeholder: "TIME",
        summary: "How long a text is shown: 30s, 5m or 2h, 24h at most; 5m without it")
    /// Option for the urgency.
    static let level = Parameter<ShownText.Level>.choice(
        "level", placeholder: "LEVEL", default: .normal,
        summary:
            "How urgent a text is: quiet lights and rings nothing, urgent is marked as important")

    private static let times = ValueSyntax<Duration>.duration(
        .seconds(ShownText.seconds.lowerBound)
            ... .seconds(ShownText.seconds.upperBound))
    /// Allowed times, for error messages.
    private static let possible = "a time such as 30s, 5m or 2h, at most 24h"
    /// Number of bytes after which reading standard input stops; a text of that size is refused as too long.
    private static let inputLimit = 4 * ControlLimits.shownText

    private let client: ClientOptions
    private let writesLines: Bool
    private let time: String?
    private let level: ShownText.Level

    /// Returns whether an option for texts was given.
    static func isMeant(by arguments: ParsedArguments) -> Bool {
        arguments.has(time.option) || arguments.has(level.option)
    }

    /// Splits a text from a display time that follows it.
    ///
    /// The time follows the word `for`, or a text of a single argument.
    ///
    /// - Parameter isBehindText: whether `--text` gives the whole text, so that the words can only be a time.
    static func split(
        _ words: [String], isBehindText: Bool = false
    ) -> (text: [String], time: String?) {
        guard let last = words.last, (try? times.read(last)) != nil else { return (words, nil) }
        let rest = Array(words.dropLast())
        if isBehindText { return rest.isEmpty || rest == ["for"] ? ([], last) : (words, nil) }
        if rest.count > 1, rest.last == "for" { return (Array(rest.dropLast()), last) }
        return rest.count == 1 ? (rest, last) : (words, nil)
    }

    /// Reads the parsed arguments.
    ///
    /// - Parameter time: display time, if not given by the option.
    init(_ arguments: ParsedArguments, for time: String? = nil) {
        client = ClientOptions(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        self.time = arguments[Self.time] ?? time
        level = arguments[Self.level]
    }

    /// Shows the text from standard input.
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
        guard bytes.count <= Self.inputLimit else {
            Messages.say("the text is longer than \(ControlLimits.shownText) bytes")
            return .badData
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            Messages.say("standard input is not valid UTF-8 text")
            return .badData
        }
        return show(text, orElse: .badData)
    }

    /// Shows a text and prints for how long.
    ///
    /// - Parameter status: exit status if the text is not valid.
    func show(_ text: String, orElse status: ExitStatus = .usage) -> ExitStatus {
        guard let seconds else {
            Messages.say("--for must be \(Self.possible), not '\((time ?? "").printable)'")
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
                    "no display is configured; only clients such as callboard board show it")
            }
            if writesLines { return Messages.print(answer.line) }
            let id = Text(answer.value.id ?? "").cleaned()
            return Messages.printSentences("shown for \(Self.words(seconds)) as \(id)\n")
        }
    }

    /// Display time in seconds; nil if it is not valid.
    private var seconds: Int? {
        guard let time else { return ShownText.usualSeconds }
        return (try? Self.times.read(time)).map { Int($0.components.seconds) }
    }

    /// Returns why a text cannot be shown, as a sentence; nil if it can.
    private static func problem(with text: String) -> String? {
        if text.cleaned().isEmpty { return "the text has nothing in it that can be shown" }
        let (count, limit) = (text.utf8.count, ControlLimits.shownText)
        return count > limit ? "the text has \(count) bytes, but at most \(limit) are allowed" : nil
    }

    /// Formats a time in its largest whole unit.
    private static func words(_ seconds: Int) -> String {
        if seconds.isMultiple(of: 3600) { return "\(seconds / 3600) h" }
        if seconds.isMultiple(of: 60), seconds < 3600 { return "\(seconds / 60) min" }
        return Duration.seconds(seconds).words
    }

    /// Withdraws all texts and prints their number.
    func clear() -> ExitStatus {
        client.ask(ShowRequest(nil)) { answer in
            if writesLines { return Messages.print(answer.line) }
            switch answer.value.count ?? 0 {
            case 0:
                Messages.say("no text is shown")
                return .success
            case 1: return Messages.print("1 text was taken back\n")
            case let count: return Messages.print("\(count) texts were taken back\n")
            }
        }
    }
}
