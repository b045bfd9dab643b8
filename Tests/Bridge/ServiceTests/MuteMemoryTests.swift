import Expecting
import Foundation
import Linux
import Notices
import Testing

@testable import Service

/// Apps that are muted are so after a restart.
final class MuteMemoryTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "mutes-\(UUID())").path
    private let since = WallTime(milliseconds: 1_795_000_000_123)

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var memory: MuteMemory { MuteMemory(folder: folder, isSimulated: false) }
    private var file: String { folder + "/mutes.json" }

    private func mute(_ app: String, _ name: String? = nil, count: Int = 0) -> Mute {
        Mute(
            app: Text(app), name: name.map { Text($0) }, since: since,
            until: since.advanced(by: .seconds(60)), count: count)
    }

    @Test func `what was written is read, and is nobody else's`() throws {
        #expect(memory.read().mutes == [] && memory.read().advice == nil)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let mutes = [mute("a.b", "A \"b\"\n☎", count: 7), mute("c")]
        try memory.write(mutes)
        expect(memory.read().mutes, is: mutes)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        expect(MuteMemory(folder: folder, isSimulated: true).read().mutes, is: [])
        try memory.write([])
        #expect(!FileManager.default.fileExists(atPath: file))
        try memory.write([])
    }

    @Test(arguments: [
        ("", "the text ends"), ("{}", "format"), (#"{"format":2,"mutes":[]}"#, "format"),
        (#"{"format":1,"mutes":[{"app_id":"x"}]}"#, "mutes[0].since"),
        (
            #"{"format":1,"mutes":[{"app_id":"x","since":"now","until":"now"}]}"#,
            "mutes[0].since: must be a moment"
        ),
        (
            #"{"format":1,"mutes":[{"app_id":"x","since":"2026-11-01T00:00:00Z","until":"2027-01-01T00:00:00Z"}]}"#,
            "mutes[0].until: must be at most 30 days"
        ),
        (String(repeating: " ", count: (256 << 10) + 1), "larger than"),
    ])
    func `a damaged file is named and set aside, and the next one is whole`(
        _ text: String, _ problem: String
    ) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        let reading = memory.read()
        #expect(reading.mutes.isEmpty)
        expect(reading.advice?.contains(file), is: true)
        expect(reading.advice?.contains(problem), is: true, "\(reading.advice ?? "")")
        #expect(FileManager.default.fileExists(atPath: file + ".broken"))
        expect(memory.read().advice, is: nil)
        try memory.write([mute("a")])
        expect(memory.read().mutes, is: [mute("a")])
    }
}
