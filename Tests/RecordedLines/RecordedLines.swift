import Foundation
import Testing

/// Compares lines with those that were recorded in a file beside the test: what goes over the wire in version 1
/// stays as it is for ever.
///
/// A new line is recorded by running the test with `RECORD_LINES=1`, which writes the file and fails; the
/// change of a line that was there is a break with every program that reads it.
package func expect(
    _ lines: [String], areRecordedIn name: String,
    file: String = #fileID, path: String = #filePath, line: Int = #line, column: Int = #column
) throws {
    let place = SourceLocation(fileID: file, filePath: path, line: line, column: column)
    let url = URL(filePath: path).deletingLastPathComponent().appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_LINES"] == "1" {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url)
        Issue.record("\(name) was written; read what changed in it", sourceLocation: place)
        return
    }
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let recorded = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for (number, (actual, expected)) in zip(lines, recorded).enumerated()
    where actual != expected {
        Issue.record(
            "\(name), line \(number + 1): it is \(actual), not \(expected)", sourceLocation: place)
        return
    }
    if lines.count != recorded.count {
        Issue.record(
            "\(name) has \(recorded.count) lines, and there are \(lines.count)",
            sourceLocation: place)
    }
}
