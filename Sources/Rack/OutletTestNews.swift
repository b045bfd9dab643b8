import Arguments
package import JSON
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
    init(_ plan: any OutletPlan, _ outlet: any OpenableOutlet) {
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
    /// Reads what a bridge has told.
    package init(_ value: JSONValue, for choice: OutletChoice) {
        seconds = value.number("seconds") ?? 0
        switch choice {
        case .port:
            let name = value.text("port") ?? ""
            lines = [
                Line(
                    family: .port, header: "serial \(name)", name: name,
                    whereabouts: value.text("device") ?? "",
                    labels: value.list("labels").compactMap(\.text),
                    waiting: value.number("queued_bytes") ?? 0)
            ]
        case .displays:
            lines = value.list("displays").map { display in
                Line(
                    header: display.text("display") ?? "", reason: display.text("reason"),
                    isQuiet: display.isTrue("quiet"))
            }
        case .named:
            lines = value.list("outlets").map { outlet in
                Line(
                    family: outlet.text("family").flatMap(OutletFamily.init(word:)) ?? .display,
                    header: outlet.text("outlet") ?? "", name: outlet.text("name") ?? "",
                    whereabouts: outlet.text("place") ?? "", reason: outlet.text("reason"),
                    isQuiet: outlet.isTrue("quiet"),
                    labels: outlet.list("labels").compactMap(\.text),
                    waiting: outlet.number("queued_bytes") ?? 0)
            }
        }
    }

    /// Writes it as members of an object, as the request that asked has them.
    func write(for choice: OutletChoice, to writer: inout JSONWriter) {
        switch choice {
        case .port:
            guard let line = lines.first else { return }
            writer.member("port", line.name)
            writer.member("device", line.whereabouts)
            writer.member("seconds", seconds)
            line.writeExtent(to: &writer)
        case .displays:
            writer.member("seconds", seconds)
            writeLines("displays", to: &writer) { line, writer in
                writer.member("display", line.header)
            }
        case .named:
            writer.member("seconds", seconds)
            writeLines("outlets", to: &writer) { line, writer in
                writer.member("outlet", line.header)
                writer.member("family", line.family.word)
                writer.member("name", line.name)
                writer.member("place", line.whereabouts)
                line.writeExtent(to: &writer)
            }
        }
    }

    private func writeLines(
        _ key: String, to writer: inout JSONWriter, _ begin: (Line, inout JSONWriter) -> Void
    ) {
        writer.key(key)
        writer.beginArray()
        for line in lines {
            writer.beginObject()
            begin(line, &writer)
            if let reason = line.reason { writer.member("reason", reason) }
            if line.isQuiet { writer.member("quiet", true) }
            writer.endObject()
        }
        writer.endArray()
    }
}

extension OutletTestNews.Line {
    /// Writes how much is said.
    fileprivate func writeExtent(to writer: inout JSONWriter) {
        writer.member("queued_bytes", waiting)
        writer.key("labels")
        writer.beginArray()
        for label in labels { writer.value(label) }
        writer.endArray()
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
