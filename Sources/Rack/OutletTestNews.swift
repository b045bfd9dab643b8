import Arguments
package import Contract
import Linux
package import OutletKinds
import Outlets

/// What a person is told of a test of outlets that has begun.
package struct OutletTestNews {
    /// One outlet and how it takes part.
    struct Line {
        var family = OutletFamily.display
        /// Its section's header.
        var header: String
        /// The name in that; empty where there is none.
        var name = ""
        /// Where it is.
        var whereabouts = ""
        /// Why nothing is seen on it.
        var reason: String?
        /// Whether its quiet hours hold.
        var isQuiet = false
        /// The labels of what is said; none where that is one of each.
        var labels: [String] = []
        /// Bytes that go out before that.
        var waiting = 0
    }

    let seconds: Int
    var lines: [Line]

    init(length: Duration, lines: [Line]) {
        seconds = Int(length.components.seconds)
        self.lines = lines
    }

    /// Whether each outlet takes part.
    package var isWhole: Bool { lines.allSatisfy { $0.reason == nil } }

    /// The lines for a person about outlets that take part.
    ///
    /// - Parameter speaker: who shows the notices.
    package func text(by speaker: String) -> String {
        lines.filter { $0.reason == nil }.map { $0.text(by: speaker, seconds) + "\n" }.joined()
    }

    /// The sentences about those that do not.
    package var sentences: [String] {
        lines.compactMap { line in line.reason.map(line.sentence) }
    }
}

extension OutletTestNews.Line {
    /// How an outlet takes part.
    @LoopActor
    init(_ plan: any OutletPlan, _ outlet: any Outlet) {
        self.init(
            family: type(of: plan).family, header: plan.header, name: plan.name,
            whereabouts: plan.whereabouts)
        isQuiet = plan.isQuiet
        labels = plan.labels
        waiting = outlet.status.queued
        reason = outlet.status.failure
        if reason == nil, !outlet.isOpen { reason = Self.notOpen(family) }
    }

    private static func notOpen(_ family: OutletFamily) -> String {
        family == .port ? "it is being opened; try again in a moment" : "it has not answered yet"
    }

    /// Why it takes no part.
    func sentence(because reason: String) -> String {
        guard family == .port else { return "\(header) cannot be used: \(reason)" }
        let title = "\(header) (\(whereabouts.printable))"
        if reason == Self.notOpen(.port) { return title + reason.dropFirst("it".count) }
        return "\(title) cannot be used: \(reason)"
    }

    fileprivate func text(by speaker: String, _ seconds: Int) -> String {
        switch family {
        case .port:
            let what =
                labels.isEmpty
                ? "one notice of each category"
                : "notices of the categories of its section (\(labels.joined(separator: ", ")))"
            return "\(name.printable): \(speaker) says \(what) on \(whereabouts.printable); "
                + "they are gone after \(seconds) seconds"
                + (waiting > 0 ? "; before them \(waiting) bytes wait to be taken" : "")
        case .display:
            return
                "\(header.printable): \(speaker) shows a call and one notice of each category; "
                + "they are gone after \(seconds) seconds"
                + (isQuiet ? "; its quiet hours hold, in which nothing new is shown" : "")
        case .lamp:
            return "\(header.printable): \(speaker) shows a call that rings and is missed, then a "
                + "voicemail; after \(seconds) seconds it is as it was"
        }
    }
}

extension OutletTestNews {
    /// Takes what a bridge has told.
    package init(_ answer: TestAnswer, for choice: OutletChoice) {
        seconds = answer.seconds
        switch choice {
        case .port:
            let name = answer.port ?? ""
            lines = [
                Line(
                    family: .port, header: "serial \(name)", name: name,
                    whereabouts: answer.device ?? "", labels: answer.labels ?? [],
                    waiting: answer.queuedBytes ?? 0)
            ]
        case .displays:
            lines = (answer.displays ?? []).map {
                Line(header: $0.display ?? "", reason: $0.reason, isQuiet: $0.isQuiet)
            }
        case .named:
            lines = (answer.outlets ?? []).map { outlet in
                Line(
                    family: outlet.family.flatMap(OutletFamily.init(word:)) ?? .display,
                    header: outlet.outlet ?? "", name: outlet.name ?? "",
                    whereabouts: outlet.place ?? "", reason: outlet.reason,
                    isQuiet: outlet.isQuiet, labels: outlet.labels ?? [],
                    waiting: outlet.queuedBytes ?? 0)
            }
        }
    }

    /// The answer to a request, in the form that its word has.
    func answer(to choice: OutletChoice) -> TestAnswer {
        var answer = TestAnswer()
        answer.seconds = seconds
        switch choice {
        case .port:
            answer.port = lines.first?.name
            answer.device = lines.first?.whereabouts
            answer.queuedBytes = lines.first?.waiting
            answer.labels = lines.first?.labels
        case .displays:
            answer.displays = lines.map { line in
                var tested = line.tested
                tested.display = line.header
                return tested
            }
        case .named:
            answer.outlets = lines.map { line in
                var tested = line.tested
                tested.outlet = line.header
                tested.family = line.family.word
                tested.name = line.name
                tested.place = line.whereabouts
                tested.queuedBytes = line.waiting
                tested.labels = line.labels
                return tested
            }
        }
        return answer
    }
}

extension OutletTestNews.Line {
    /// What is said of an outlet in every form.
    fileprivate var tested: TestedOutlet {
        var tested = TestedOutlet()
        tested.reason = reason
        tested.isQuiet = isQuiet
        return tested
    }
}

extension OutletFamily {
    /// The word that a bridge tells it by.
    fileprivate var word: String {
        switch self {
        case .port: "port"
        case .display: "display"
        case .lamp: "lamp"
        }
    }

    fileprivate init?(word: String) {
        guard let family = [Self.port, .display, .lamp].first(where: { $0.word == word }) else {
            return nil
        }
        self = family
    }
}
