import ANCS
import Expecting
import Features
import Foundation
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import Captures

struct RecordingRadioTests {
    @Test("what passes on a link is passed on and recorded", arguments: [false, true])
    func recording(isAnonymised: Bool) async throws {
        LoopThread.start()
        let url = FileManager.default.temporaryDirectory
            .appending(path: "recording-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        let handle = try FileHandle(forWritingTo: url)
        let number = handle.fileDescriptor
        let passed = try await Self.record(number, isAnonymised: isAnonymised)
        expect(passed, is: ["appeared", "value", "value", "written", "closed"])
        let story = Story(Array(try Data(contentsOf: url)))
        expect(story.problem, is: nil)
        expect(story.lines.first?.hasPrefix("connected "), is: true)
        expect(story.lines.last?.hasPrefix("disconnected "), is: true)
        expect(story.lines.contains { $0.contains("secret") }, is: !isAnonymised)
        expect(story.lines.count, is: 4)
    }

    @Test("what passes of a further service is recorded by name", arguments: [false, true])
    func furtherService(isAnonymised: Bool) async throws {
        try await LoopThread.run {
            let url = FileManager.default.temporaryDirectory
                .appending(path: "recording-\(UUID().uuidString).jsonl")
            defer { try? FileManager.default.removeItem(at: url) }
            #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
            let number = try FileHandle(forWritingTo: url)
            let recorder = Recorder(
                writing: try FileDescriptor.duplicate(of: number.fileDescriptor),
                pace: Pace.leaping(), isAnonymised: isAnonymised, failed: { _ in })
            let inner = ScriptedRadio()
            let radio = RecordingRadio(inner, recorder: recorder)
            var passed: [LinkEvent] = []
            var links: [any PhoneLink] = []
            radio.start { event in
                guard case .connected(let link) = event else { return }
                links.append(link)
                link.open { passed.append($0) }
            }
            // What a battery tells is kept in anonymised recordings, too.
            let level =
                isAnonymised
                ? CharacteristicID(short: 0x2A37, of: ServiceID(short: 0x180D))
                : BatteryFeature.level
            let told: [LinkEvent] = [
                .appeared(level.service), .read(level, .success([77])), .value(level, [76]),
                .vanished(level.service),
            ]
            inner.link.handler?(told[0])
            links.first?.read(level)
            for event in told.dropFirst() { inner.link.handler?(event) }
            radio.renew()
            expect(inner.renewals, is: 1)
            radio.stop {}
            expect(passed, is: told)
            var reader = try RecordingReader(
                FileBytes(Array(try Data(contentsOf: url))), named: "file")
            var happenings: [Happening] = []
            while let event = try reader.next() { happenings.append(event.happening) }
            let bytes: [[UInt8]] = isAnonymised ? [[0xFF], [0xFF]] : [[77], [76]]
            expect(
                happenings,
                is: [
                    .linked, .tells(told[0]), .asks(.read(level)),
                    .tells(.read(level, .success(bytes[0]))), .tells(.value(level, bytes[1])),
                    .tells(told[3]),
                ])
        }
    }

    @LoopActor
    private static func record(_ number: Int32, isAnonymised: Bool) throws -> [String] {
        let recorder = Recorder(
            writing: try FileDescriptor.duplicate(of: number), pace: Pace.leaping(),
            isAnonymised: isAnonymised, failed: { _ in Issue.record("the recording failed") })
        let inner = ScriptedRadio()
        let radio = RecordingRadio(inner, recorder: recorder)
        var passed: [String] = []
        var links: [any PhoneLink] = []
        radio.start { event in
            guard case .connected(let link) = event else { return }
            links.append(link)
            link.open { passed.append("\($0)".prefix { $0 != "(" }.description) }
        }
        let phone = inner.link
        phone.handler?(.available)
        phone.handler?(.value(.notificationSource, [0, 0, 4, 1, 3, 0, 0, 0]))
        links.first?.write([0, 3, 0, 0, 0, 1, 0, 1])
        phone.handler?(.written(nil))
        phone.handler?(.value(.dataSource, [0, 3, 0, 0, 0] + CaptureBuilder.tuple(1, "secret")))
        phone.handler?(.closed(.lost))
        radio.stop {}
        expect(phone.writes, is: [[0, 3, 0, 0, 0, 1, 0, 1]])
        return passed.sorted { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ word: String) -> Int {
        ["appeared", "value", "written", "closed"].firstIndex(of: word) ?? 9
    }
}

/// A radio with one phone that does what a test says.
@LoopActor
private final class ScriptedRadio: Radio {
    let link = ScriptedLink()

    func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        handler(.connected(link))
    }

    func stop() async {}

    private(set) var renewals = 0

    func renew() { renewals += 1 }
}

@LoopActor
private final class ScriptedLink: PhoneLink {
    let phone = PhoneIdentity(bond: "bond", name: "Anna")
    var handler: (@LoopActor (LinkEvent) -> Void)?
    var writes: [[UInt8]] = []

    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        self.handler = handler
    }

    func ask(_ call: LinkCall) {
        if case .write(let value, _) = call { writes.append(value) }
    }
    func close(because reason: LetGo) {}
}
