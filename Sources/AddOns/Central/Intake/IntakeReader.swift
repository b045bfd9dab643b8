import History
import HistoryCommands
import JSON
import Notices

/// Reads lines of exports for a centre, and knows where each notice belongs.
struct IntakeReader: Sendable {
    /// What a line is.
    enum Content {
        /// A notice, and where it belongs.
        case notice(StoredNotice, NoticeOrigin)
        /// Something of a history that a centre does not keep.
        case other
        /// A header, or an empty line.
        case nothing
        /// Nothing that can be taken in.
        case mistake(ExportFile.Mistake)

        /// What is wrong, if something is.
        var mistake: ExportFile.Mistake? {
            if case .mistake(let mistake) = self { mistake } else { nil }
        }
    }

    private let site: String?
    private let bridge: String?

    /// - Parameters:
    ///   - site: where everything belongs, whatever a line says.
    ///   - bridge: the bridge that everything is of, whatever a line says.
    init(site: String?, bridge: String?) {
        (self.site, self.bridge) = (site, bridge)
    }

    /// What is wrong with what was chosen for all lines.
    var problem: String? {
        if let site, let words = Self.problem(site: site) { return "--site \(words)" }
        if let bridge, let words = Self.problem(bridge: bridge) { return "--bridge \(words)" }
        return nil
    }

    /// Reads a line, with or without its line feed.
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
            return .mistake(.other("it says no site; give --site as well"))
        }
        guard let bridge = bridge ?? read.bridge else {
            return .mistake(.other("it says no bridge; give --bridge as well"))
        }
        if let words = Self.problem(site: site) { return .mistake(.other("its site \(words)")) }
        if let words = Self.problem(bridge: bridge) {
            return .mistake(.other("its bridge \(words)"))
        }
        return .notice(stored, NoticeOrigin(site: site, bridge: bridge))
    }

    private static func problem(site: String) -> String? {
        site == "*" ? "means all sites there; give one" : problem(site, limit: 100)
    }

    private static func problem(bridge: String) -> String? { problem(bridge, limit: 200) }

    private static func problem(_ name: String, limit: Int) -> String? {
        if (1...limit).contains(name.unicodeScalars.count), !name.utf8.contains(0) { return nil }
        return "wants 1 to \(limit) characters"
    }
}
