import Foundation

/// How long tests wait before they say that something hangs.
///
/// It is one limit for all of them, and no measure of anything: a test that passes never comes near it. `Tests/patience` has
/// the seconds, and `PATIENCE=n` in the environment multiplies them.
package enum Patience {
    /// The limit.
    package static let limit: Duration = .seconds(seconds)

    /// The limit in seconds.
    package static let seconds: Int = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "patience")
        let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
        guard let base = lines.last.flatMap({ Int($0) }) else {
            fatalError("\(file.path) has no seconds in its last line")
        }
        guard let word = ProcessInfo.processInfo.environment["PATIENCE"], !word.isEmpty else {
            return base
        }
        guard let factor = Int(word), factor > 0 else {
            fatalError("PATIENCE must be a number above 0, such as 3, and is '\(word)'")
        }
        return base * factor
    }()

    /// Asks again and again whether something holds, and holds the thread meanwhile; false when the limit was reached.
    package static func waits(until holds: () -> Bool) -> Bool {
        // Looks are counted, so that the time of a machine that stands still is nobody's.
        for _ in 0..<seconds * 100 {
            if holds() { return true }
            usleep(10_000)
        }
        return holds()
    }
}
