import History
import HistoryCommands
import JSON
import Notices

/// Parser of export lines for a central database, which also determines each notification's origin.
struct IntakeReader: Sendable {
    /// Content of a line.
    enum Content {
        /// A notification and its origin.
        case notice(StoredNotice, NoticeOrigin)
        /// A record that a central database does not store.
        case other
        /// A header or an empty line.
        case nothing
        /// An invalid line.
        case mistake(ExportFile.Mistake)

        /// The error of an invalid line.
        var mistake: ExportFile.Mistake? {
            if case .mistake(let mistake) = self { mistake } else { nil }
        }
    }

    private let site: String?
    private let bridge: String?

    /// - Parameters:
    ///   - site: overrides the site of all lines.
    ///   - bridge: overrides the bridge of all lines.
    init(site: String?, bridge: String?) {
        (self.site, self.bridge) = (site, bridge)
    }

    /// Error in `--site` or `--bridge`; nil if both are valid.
    var problem: String? {
        if let site, let words = Self.problem(site: site) { return "--site \(words)" }
        if let bridge, let words = Self.problem(bridge: bridge) { return "--bridge \(words)" }
        return nil
    }

    /// Parses a line, with or without its line feed.
    func read(_ line: [UInt8]) -> Content {
        if line.allSatisfy({ $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            return .nothing
        }
        let read: ExportedLine
        do throws(JSONError) {
            read = try ExportedLine(line)
        } catch {
            return .mistake(.line(error))
        }
        guard let stored = read.stored else { return read.isHeader ? .nothing : .other }
        guard let site = site ?? read.site else {
            return .mistake(.other("the line has no site; add --site"))
        }
        guard let bridge = bridge ?? read.bridge else {
            return .mistake(.other("the line has no bridge; add --bridge"))
        }
        if let words = Self.problem(site: site) { return .mistake(.other("the site \(words)")) }
        if let words = Self.problem(bridge: bridge) {
            return .mistake(.other("the bridge \(words)"))
        }
        return .notice(stored, NoticeOrigin(site: site, bridge: bridge))
    }

    private static func problem(site: String) -> String? {
        site == "*" ? "must be one site, not *" : problem(site, limit: 100)
    }

    private static func problem(bridge: String) -> String? { problem(bridge, limit: 200) }

    private static func problem(_ name: String, limit: Int) -> String? {
        if (1...limit).contains(name.unicodeScalars.count), !name.utf8.contains(0) { return nil }
        return "must have 1 to \(limit) characters"
    }
}
