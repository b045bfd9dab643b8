import Expecting
import Foundation
import Testing

/// Files of tests that let time pass by the real clock are those that `Tests/README.md` gives a reason for.
struct WaitsTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Files that are no tests, or run in a machine whose clock is led.
    private static let others: Set = ["ArchitectureTests", "Benchmarks", "Fuzz", "Radio"]

    @Test func `each file that waits by the clock is in the list`() throws {
        let waits = try Regex(
            #"await pause\(|child\.pause\(|usleep\(|\bsleep [0-9$\\]|\bsleep infinity|pg_sleep|\.sleep\(|\.passes\("#
        )
        let list = try String(contentsOf: Self.tests.appending(path: "README.md"), encoding: .utf8)
        var missing: [String] = []
        var found = 0
        for file in try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path).sorted() {
            guard file.hasSuffix(".swift") || file.hasSuffix(".py"),
                !Self.others.contains(String(file.prefix { $0 != "/" }))
            else { continue }
            let text = try String(contentsOf: Self.tests.appending(path: file), encoding: .utf8)
            guard text.contains(waits) else { continue }
            found += 1
            let last = URL(filePath: file).lastPathComponent
            let name = last.hasSuffix(".swift") ? String(last.dropLast(6)) : last
            if !list.contains("`\(name)`") && !list.contains("/\(name)`") { missing.append(file) }
        }
        expect(missing, is: [], "name each in Tests/README.md, with the reason")
        #expect(found > 40)
    }
}
