import Arguments
import JSON
import Linux
import Notices

/// What a person is told of a test of displays that has begun.
struct DisplayTestNews {
    /// One display and how it takes part.
    struct Line {
        let display: String
        /// Why it shows nothing.
        var reason: String?
        /// Whether its quiet hours hold.
        var isQuiet = false
    }

    let seconds: Int
    var lines: [Line]

    init(length: Duration, lines: [Line]) {
        seconds = Int(length.components.seconds)
        self.lines = lines
    }

    /// Reads what a bridge has told.
    init(_ value: JSONValue) {
        seconds = value.number("seconds") ?? 0
        lines = value.list("displays").map { display in
            Line(
                display: display.text("display") ?? "", reason: display.text("reason"),
                isQuiet: display.isTrue("quiet"))
        }
    }

    /// Whether each display takes part.
    var isWhole: Bool { lines.allSatisfy { $0.reason == nil } }

    /// Writes it as members of an object.
    func write(to writer: inout JSONWriter) {
        writer.member("seconds", seconds)
        writer.key("displays")
        writer.beginArray()
        for line in lines {
            writer.beginObject()
            writer.member("display", line.display)
            if let reason = line.reason { writer.member("reason", reason) }
            if line.isQuiet { writer.member("quiet", true) }
            writer.endObject()
        }
        writer.endArray()
    }

    /// The lines for a person about displays that take part.
    ///
    /// - Parameter speaker: who shows the notices.
    func text(by speaker: String) -> String {
        lines.filter { $0.reason == nil }.map { line in
            "\(line.display.printable): \(speaker) shows a call and one notice of each category; "
                + "they are gone after \(seconds) seconds"
                + (line.isQuiet
                    ? "; its quiet hours hold, in which nothing new is shown\n" : "\n")
        }.joined()
    }

    /// The sentences about those that do not.
    var sentences: [String] {
        lines.compactMap { line in
            line.reason.map { "\(line.display) cannot be used: \($0)" }
        }
    }
}
