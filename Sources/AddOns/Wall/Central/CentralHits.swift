import Formats
import JSON
import Linux
import Notices

/// Notifications found in a central database, as the answer to a page.
struct CentralHits {
    /// The program's output is not a list of notifications.
    struct Fault: Error {}

    private static let version = 1

    private var notices: [ArraySlice<UInt8>] = []
    private let codes: CodeDisplay
    private var next: CentralQuery.Place?
    /// Suggested words, if nothing was found.
    private var meant: String?

    /// - Parameters:
    ///   - output: output of the program; an incomplete last line is ignored.
    ///   - codes: whether one-time codes are shown.
    ///   - isWhole: whether the output is complete.
    init(
        _ output: [UInt8], _ query: CentralQuery, _ codes: CodeDisplay = .hide, isWhole: Bool
    ) throws(Fault) {
        self.codes = codes
        var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.removeLast()
        if lines.count == 1, let meant = try? JSONValue(parsing: Array(lines[0])).text("meant") {
            if query.before == nil { self.meant = meant }
            return
        }
        var found: [(line: ArraySlice<UInt8>, moment: WallTime)] = []
        for line in lines { found.append((line, try Self.moment(of: line))) }
        if let place = query.before {
            // Earlier pages had this many notifications with the timestamp. If another one with it
            // has come since, one is repeated, but no older one is skipped.
            let passed = found.prefix { $0.moment == place.moment }.count
            found.removeFirst(min(passed, place.passed))
        }
        let isFull = found.count > query.limit
        found = Array(found.prefix(query.limit))
        notices = found.map(\.line)
        guard isFull || !isWhole, let last = found.last else { return }
        var passed = found.reversed().prefix { $0.moment == last.moment }.count
        if passed == found.count, let place = query.before, place.moment == last.moment {
            passed += place.passed
        }
        next = CentralQuery.Place(moment: last.moment, passed: passed)
    }

    /// Time by which lists are sorted: of sending, or of reception if that is unknown.
    private static func moment(of line: ArraySlice<UInt8>) throws(Fault) -> WallTime {
        guard let value = try? JSONValue(parsing: Array(line)),
            let moment = (value.text("sent") ?? value.text("received"))
                .flatMap({ WallTime(timestamp: $0) })
        else { throw Fault() }
        return moment
    }

    var isEmpty: Bool { notices.isEmpty }

    /// A notification with its code hidden, if configured.
    private func shown(_ line: ArraySlice<UInt8>) -> [UInt8] {
        guard codes == .hide, let value = try? JSONValue(parsing: Array(line)) else {
            return Array(line)
        }
        var writer = JSONWriter()
        CodelessNotice.write(value, to: &writer)
        return writer.bytes
    }

    /// The JSON of the answer.
    var bytes: [UInt8] {
        JSONWriter.line { writer in
            writer.member("version", Self.version)
            writer.array("notices") { writer in
                for line in notices { writer.value(written: shown(line)) }
            }
            if let next { writer.member("next", "\(next)") }
            if let meant { writer.member("meant", meant) }
        }
    }
}
