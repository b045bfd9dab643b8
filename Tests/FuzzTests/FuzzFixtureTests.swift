import Expecting
import Foundation
import FuzzTargets
import Testing

/// Inputs that once broke something, and others worth keeping, run through the code that the fuzzer
/// runs; what must hold is checked there.
struct FuzzFixtureTests {
    private static let fixtures = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "Fixtures")

    @Test("nothing that was ever found breaks anything", arguments: FuzzTarget.allCases)
    func fixtures(target: FuzzTarget) throws {
        let count = try target.runFixtures(in: Self.fixtures.path)
        #expect(count > 0, "\(target.rawValue) has no inputs")
    }

    @Test("random inputs keep what must hold", arguments: FuzzTarget.allCases)
    func random(target: FuzzTarget) {
        #expect(target.runRandomInputs() > 0)
    }

    @Test("`make fuzz` runs every target") func targets() throws {
        let root = Self.fixtures.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let make = Process()
        make.executableURL = URL(filePath: "/usr/bin/make")
        make.arguments = [
            "--silent", "--no-print-directory", "--directory", root.path, "fuzz-targets",
        ]
        let output = Pipe()
        make.standardOutput = output
        try make.run()
        let words = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        make.waitUntilExit()
        expect(
            words.split(whereSeparator: \.isWhitespace).map(String.init),
            is: FuzzTarget.allCases.map(\.rawValue))
    }
}
