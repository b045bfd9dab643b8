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

    @Test("random inputs keep what must hold", arguments: FuzzTarget.allCases)
    func random(target: FuzzTarget) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for _ in 0..<2_000 {
            target.run((0..<Int(next() % 200)).map { _ in UInt8(truncatingIfNeeded: next() >> 8) })
        }
    }
}
