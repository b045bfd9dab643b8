import ATT
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import KernelRadio

struct PlaceMemoryTests {
    @Test func `places are written when a phone has gone, and read again`() async throws {
        try await Self.run { bench in
            let places = try PlacesFileTests.places()
            bench.memory.start()
            for (bond, known) in places { bench.memory[bond] = known }
            bench.pace.pass(.seconds(60))
            expect(bench.kept, is: nil)
            bench.memory.write()
            let second = PlaceMemory(in: bench.folder, pace: bench.pace)
            second.start()
            for (bond, known) in places { expect(second[bond], is: known) }
            second.keep(only: ["a \"name\""])
            expect(bench.kept, is: ["a \"name\""])
            bench.memory.start()
            expect(bench.memory["C0:22:33:44:55:A1"], is: nil)
            #expect(bench.memory["a \"name\""] != nil)
        }
    }

    @Test func `places are written at the end, or of a phone that stays after a while`()
        async throws
    {
        try await Self.run { bench in
            let places = try PlacesFileTests.places().sorted { $0.key < $1.key }
            bench.memory.start()
            bench.memory[places[0].key] = places[0].value
            bench.pace.pass(.seconds(600))
            expect(bench.kept, is: [places[0].key])
            bench.memory[places[1].key] = places[1].value
            bench.pace.pass(.seconds(300))
            expect(bench.kept, is: [places[0].key])
            bench.memory.stop()
            expect(bench.kept, is: places.map(\.key))
        }
    }

    @Test func `what changes and changes back is not written`() async throws {
        try await Self.run { bench in
            let (bond, known) = try #require(try PlacesFileTests.places().first)
            bench.memory.start()
            bench.memory[bond] = known
            bench.memory.write()
            try FileManager.default.removeItem(at: bench.file)
            for _ in 0..<100 {
                bench.memory[bond] = nil
                bench.memory[bond] = known
                bench.pace.pass(.seconds(60))
            }
            bench.memory.write()
            bench.memory.keep(only: [bond])
            bench.memory.stop()
            expect(bench.kept, is: nil)
        }
    }

    @Test func `what cannot be written is written later`() async throws {
        try await Self.run { bench in
            let (bond, known) = try #require(try PlacesFileTests.places().first)
            bench.memory.start()
            // A folder is where the file is to be prepared.
            let obstacle = "\(bench.folder)/places.json.new"
            try FileManager.default.createDirectory(
                atPath: "\(obstacle)/in-the-way", withIntermediateDirectories: true)
            bench.memory[bond] = known
            bench.memory.write()
            expect(bench.kept, is: nil)
            try FileManager.default.removeItem(atPath: obstacle)
            bench.pace.pass(.seconds(600))
            expect(bench.kept, is: [bond])
        }
    }

    /// Runs a test's body on the loop.
    private static func run(_ body: @LoopActor @Sendable (PlaceBench) throws -> Void) async throws {
        try await LoopThread.run { try body(PlaceBench()) }
    }
}

/// A memory with a folder of its own, and a clock that the test leads.
@LoopActor
private final class PlaceBench {
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "p-\(Foundation.UUID())"
    ).path
    let pace = Pace.led()
    private(set) lazy var memory = PlaceMemory(in: folder, pace: pace)
    var file: URL { URL(filePath: "\(folder)/places.json") }

    isolated deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The bonds whose places are on disk; nil without a file.
    var kept: [String]? {
        (try? Data(contentsOf: file)).flatMap { PlacesFile.read(Array($0))?.keys.sorted() }
    }
}
