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
        let folder = Self.fixtures.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty, "\(target.rawValue) has no inputs")
        for file in files { target.run(Array(try Data(contentsOf: file))) }
    }

    /// How many random inputs a target takes.
    private func count(for target: FuzzTarget) -> Int {
        switch target {
        // One input is a whole day of theirs, drawn and told at each step.
        case .beacons, .display: 200
        default: 2_000
        }
    }

    @Test("random inputs keep what must hold", arguments: FuzzTarget.allCases)
    func random(target: FuzzTarget) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for _ in 0..<count(for: target) {
            target.run((0..<Int(next() % 200)).map { _ in UInt8(truncatingIfNeeded: next() >> 8) })
        }
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
