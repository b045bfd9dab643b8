import ANCS
import Arguments
import JSON
import Linux
import Notices
import Outlets

/// What a person is told of a test that has begun.
struct SerialTestNews {
    private let port: String
    private let device: String
    private let seconds: Int
    /// The labels of what is said; none where that is one of each.
    private let labels: [String]
    /// Bytes that are said before that.
    private let waiting: Int

    init(_ target: SerialTarget, length: Duration, waiting: Int = 0) {
        self.waiting = waiting
        port = target.name
        device = target.port.device
        seconds = Int(length.components.seconds)
        let categories = target.options.categories.sorted { $0.id.rawValue < $1.id.rawValue }
        labels = categories.map(\.label)
    }

    /// Reads what a bridge has told.
    init(_ value: JSONValue) {
        port = value.text("port") ?? ""
        device = value.text("device") ?? ""
        seconds = value.number("seconds") ?? 0
        labels = value.list("labels").compactMap(\.text)
        waiting = value.number("queued_bytes") ?? 0
    }

    /// Writes it as members of an object.
    func write(to writer: inout JSONWriter) {
        writer.member("port", port)
        writer.member("device", device)
        writer.member("seconds", seconds)
        writer.member("queued_bytes", waiting)
        writer.key("labels")
        writer.beginArray()
        for label in labels { writer.value(label) }
        writer.endArray()
    }

    /// The line for a person.
    ///
    /// - Parameter speaker: who says the notices.
    func line(by speaker: String) -> String {
        let what =
            labels.isEmpty
            ? "one notice of each category"
            : "notices of the categories of its section (\(labels.joined(separator: ", ")))"
        return "\(port.printable): \(speaker) says \(what) on \(device.printable); "
            + "they are gone after \(seconds) seconds"
            + (waiting > 0 ? "; before them \(waiting) bytes wait to be taken\n" : "\n")
    }
}
