import Basics
import Commands
import History
import Linux
import Notices
import Settings

/// The command `history forget`.
struct ForgetNoticesCommand: Sendable {
    private static let app = Parameter<String?>.text(
        "app", letter: "a", placeholder: "APP",
        summary: "All notifications of this app, by identifier or name")
    private static let phone = Parameter<String?>.text(
        "phone", letter: "p", placeholder: "PHONE",
        summary: "All notifications, connections, beacon events and battery levels of this phone")
    private static let before = Parameter<String?>.text(
        "before", placeholder: "TIME", summary: "Everything before this day or time")
    private static let item = Parameter<String?>.text(
        "item", placeholder: "NAME",
        summary: "All beacon events of this item, region or resident; no notifications")
    private static let match = Parameter<String?>.text(
        "match", placeholder: "WORDS",
        summary: "All notifications that callboard search finds by these words")
    private static let yes = Parameter<Bool>.flag(
        "yes", letter: "y", summary: "Do not ask for confirmation; required without a terminal")

    static let command = Command(
        name: "forget", summary: "Delete notifications for good",
        details: [
            "Deleted notifications are erased from the file, its index and its log. Copies "
                + "elsewhere, such as exports, are not changed. A bridge may run meanwhile.",
            "Exactly one of --app, --phone, --before, --item and --match is required. The matches "
                + "are counted, and you are asked first. If nothing matches, the status is 1.",
        ],
        examples: [
            Command.Example("callboard history forget --app Messages", "an app"),
            Command.Example("callboard history forget --before '90 days' --yes", "from a script"),
        ],
        options: [
            app.option, phone.option, before.option, item.option, match.option, yes.option,
        ])

    private let place: HistoryPlace
    private let app: String?
    private let phone: String?
    private let before: String?
    private let item: String?
    private let match: String?
    private let saysYes: Bool

    init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        self.place = place
        app = arguments[Self.app]
        phone = arguments[Self.phone]
        before = arguments[Self.before]
        item = arguments[Self.item]
        match = arguments[Self.match]
        saysYes = arguments[Self.yes]
    }

    /// Runs the command; asks for confirmation first.
    func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let what = try wanted()
            return place.attempt { () throws(HistoryError) in try forget(what) }
        }
    }

    private func forget(_ what: Forgetting) throws(HistoryError) -> ExitStatus {
        let counts = Counts(
            notices: try count(of: what), sightings: try countSightings(of: what),
            levels: try countLevels(of: what))
        // With `--yes`, connection times are deleted even without notifications.
        if counts.isEmpty, !saysYes {
            try tellNothing()
            // An earlier command may have ended before the text was erased.
            let isPurged = try HistoryEditor(in: place.folder).finishForgetting()
            return isPurged ? .failure : isGone(isPurged)
        }
        if !saysYes {
            guard let answer = Question.ask("Forget \(counts.words) for good?")
            else {
                Messages.say(Question.nobody)
                return .usage
            }
            guard answer else {
                Messages.say("nothing is forgotten")
                return .failure
            }
        }
        let forgotten = try HistoryEditor(in: place.folder).forget(what)
        let beacons =
            forgotten.sightings > 0 ? "; beacon events: \(forgotten.sightings)" : ""
        let batteries = forgotten.levels > 0 ? "; battery levels: \(forgotten.levels)" : ""
        if forgotten.count + forgotten.sightings + forgotten.levels == 0 {
            try tellNothing()
            return forgotten.isPurged ? .failure : isGone(false)
        }
        Messages.say("notifications forgotten: \(forgotten.count)\(beacons)\(batteries)")
        return isGone(forgotten.isPurged)
    }

    /// Reports that nothing matches, with a suggestion for misspelt names.
    private func tellNothing() throws(HistoryError) {
        let reader = try HistoryReader(in: place.folder)
        var filter = HistoryFilter()
        if let app { filter.apps = [app] }
        if let phone { filter.phones = [phone] }
        var sentences = try UnknownNames.sentences(about: filter, of: reader)
        if let item {
            let advice = try SubjectNames(reader).advice(for: item)
            sentences.append("nothing of \(item.quoted) was kept" + advice)
        }
        if sentences.isEmpty {
            sentences = ["no notification matches, so there is nothing to forget"]
        }
        Messages.say(sentences.joined(separator: "\n"))
    }

    /// Numbers of rows to delete.
    private struct Counts {
        let notices: Int
        let sightings: Int
        let levels: Int

        var isEmpty: Bool { notices + sightings + levels == 0 }

        /// The numbers as a phrase for the question.
        var words: String {
            let parts = [
                (notices, "notifications"), (sightings, "beacon events"),
                (levels, "battery levels"),
            ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
            guard let last = parts.last else { return "0 notifications" }
            let others = parts.dropLast().joined(separator: ", ")
            return others.isEmpty ? last : "\(others) and \(last)"
        }
    }

    /// Returns the exit status; prints a warning if deleted text may remain in the files.
    private func isGone(_ isPurged: Bool) -> ExitStatus {
        if isPurged { return .success }
        Messages.say(
            "another program is reading the history, so deleted text may remain in its files; "
                + "run this command again later")
        return .busy
    }

    private func wanted() throws(FilterOptions.Problem) -> Forgetting {
        guard [app, phone, before, item, match].compactMap(\.self).count == 1 else {
            throw FilterOptions.Problem(
                description: "say what to forget: one of --app, --phone, --before, --item and "
                    + "--match")
        }
        if let app { return .app(app) }
        if let phone { return .phone(phone) }
        if let item { return .item(item) }
        if let before { return .before(try TimeWords().span(before, of: "--before").start) }
        let words = SearchWords(match ?? "")
        guard !words.isEmpty else {
            throw FilterOptions.Problem(description: "--match must have at least one word")
        }
        return .match(words)
    }

    private func count(of what: Forgetting) throws(HistoryError) -> Int {
        let reader = try HistoryReader(in: place.folder)
        var filter = HistoryFilter()
        switch what {
        case .app(let name): filter.apps = [name]
        case .phone(let name): filter.phones = [name]
        case .before(let time): filter.until = time
        case .item: return 0
        case .match(let words): return try reader.count(of: words, within: .seconds(60)).count
        case .all: break
        }
        return try reader.count(filter)
    }

    private func countLevels(of what: Forgetting) throws(HistoryError) -> Int {
        guard let filter = what.levels else { return 0 }
        return try HistoryReader(in: place.folder).count(filter)
    }

    private func countSightings(of what: Forgetting) throws(HistoryError) -> Int {
        guard let filter = what.sightings else { return 0 }
        return try HistoryReader(in: place.folder).count(filter)
    }
}
