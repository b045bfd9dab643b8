import BusSupport
import ControlSupport
import DBus
import Expecting
import Foundation
import Linux
import Notices
import ServingSupport
import Support
import Testing

@testable import Desktop

/// What `playerctl` sees of simulated phones, and does to them.
struct PlayerctlTests {
    private static let mara = "callboard.\(MPRIS.word(of: PhoneName("", bond: "mara")))"
    private static let noa = "callboard.\(MPRIS.word(of: PhoneName("", bond: "noa")))"

    private static let scenario = """
        {"format": 1, "ends": 86400, "phones": [
          {"name": "Mara's iPhone", "bond": "mara", "media": {"state": "playing", "elapsed": 60,
            "volume": 0.5, "queue": [
              {"title": "Harbour", "artist": "Zoë", "album": "Boats", "duration": 80000},
              {"title": "Fluß", "artist": "Chor", "album": "Herbst", "duration": 80000}]}},
          {"name": "Noa's iPhone", "bond": "noa", "media": {"state": "paused",
            "commands": ["play", "pause"], "queue": [{"title": "Tides", "duration": 1800}]}}]}
        """

    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a phone is listed, shown and controlled`() async throws {
        let session = try RealSession(Self.scenario)
        try session.start()
        expect(
            try await session.playerctl("-p", Self.mara, "metadata", "title", prints: "Harbour"),
            "\(session.errors)")
        let mara = Self.mara
        for (words, output) in [
            (["-p", mara, "status"], "Playing"), (["-p", mara, "metadata", "artist"], "Zoë"),
            (["-p", mara, "metadata", "album"], "Boats"),
            (["-p", mara, "metadata", "mpris:length"], "80000000000"),
            (["-p", mara, "volume"], "0.500000"), (["-p", mara, "loop"], "None"),
            (["-p", mara, "shuffle"], "Off"),
        ] {
            let ending = try await session.playerctl(words)
            expect(ending.output, is: output, "\(words)")
        }
        let position = try await session.playerctl("-p", mara, "position").output
        #expect((Double(position) ?? 0) >= 60, "\(position)")
        let names = try await session.playerctl("-l").output.split(separator: "\n").map(String.init)
        expect(Set(names), is: [Self.mara, Self.noa])
        for (command, question, answer) in [
            (["play-pause"], ["status"], "Paused"), (["play"], ["status"], "Playing"),
            (["pause"], ["status"], "Paused"), (["next"], ["metadata", "title"], "Fluß"),
            (["previous"], ["metadata", "title"], "Harbour"),
            (["volume", "0.75"], ["volume"], "0.750000"),
            (["volume", "0.02-"], ["volume"], "0.687500"),
            (["loop", "Track"], ["loop"], "Track"), (["shuffle", "On"], ["shuffle"], "On"),
            (["stop"], ["status"], "Paused"),
        ] {
            let ending = try await session.playerctl(["-p", mara] + command)
            expect(ending.status, is: 0, "\(command): \(ending.errors)")
            expect(
                try await session.playerctl(["-p", mara] + question, prints: answer), "\(command)")
        }
        // A phone cannot seek, and the other one offers no next track.
        for words in [["-p", mara, "position", "10"], ["-p", Self.noa, "next"]] {
            let ending = try await session.playerctl(words)
            expect(ending.status, is: 1, "\(words): \(ending.output)")
        }
        expect(try await session.playerctl("-p", Self.noa, "metadata", "title", prints: "Tides"))
        expect(session.desktop?.finish(), is: 143)
        expect(try await session.playerctl("-l").output, is: "", "the players are gone")
        expect(
            session.errors,
            is: "callboard-desktop: connected to the session bus\n"
                + "callboard-desktop: connected to the bridge\n")
    }

    @Test @LoopActor func `a scenario is followed from its first track to its end`() async throws {
        let session = try RealSession("media", ["--speed", "2"])
        let monitor = await session.bus.connect()
        var signals: [BusSignal] = []
        _ = try monitor.connection.watch(MatchRule(path: MPRIS.path)) { signals.append($0) }
        await monitor.settle()
        let (program, lines) = try session.follow(
            "--follow", "metadata", "--format", "{{status}} {{title}}")
        try session.start()
        var seen: [String] {
            ((try? String(contentsOfFile: lines, encoding: .utf8)) ?? "")
                .split(separator: "\n").map(String.init)
        }
        expect(
            await eventually {
                seen.contains("Playing Episode 12: Tides") && monitor.isConnected
            }, "\(seen) \(session.errors)")
        for part in ["Playing The Harbour at Six", "Lampenlicht über dem Fluß"] {
            #expect(seen.contains { $0.contains(part) }, "\(part) in \(seen)")
        }
        expect(
            try await answersEventually {
                try await session.playerctl("-l").output.isEmpty
            }, "the player ends with the scenario")
        await monitor.settle()
        let changes = signals.filter { $0.member == "PropertiesChanged" }
        #expect(changes.count > 3, "\(changes.count)")
        for change in changes {
            expect(change.arguments[1].asDictionary?["Position"], is: nil)
            expect(change.arguments[2].asStrings?.contains("Position"), is: false)
        }
        // The podcast begins far from its start.
        let jumps = signals.filter { $0.member == "Seeked" }.compactMap { $0.arguments[0].asInt }
        #expect(jumps.contains { (754_000_000...790_000_000).contains($0) }, "\(jumps)")
        program.kill()
    }

    @Test @LoopActor func `hostile titles are shown as far as they can be`() async throws {
        let session = try RealSession(
            """
            {"format": 1, "ends": 86400, "phones": [{"name": "Mara\\u0007's <b>", "bond": "mara",
              "media": {"state": "playing", "queue": [
                {"title": {"hex": "41 00 ff c3 28 1b 5b 32 4a"}, "artist": {"hex": "ed a0 80"},
                 "album": {"repeat": "\\u202e%s\\n", "bytes": 9000}, "duration": 1}]}}]}
            """)
        try session.start()
        expect(
            try await session.playerctl("metadata", "title", prints: "A\u{FFFD}\u{FFFD}([2J"),
            "\(session.errors)")
        let album = try await session.playerctl("metadata", "album").output
        #expect(album.hasPrefix("%s %s") && album.utf8.count <= 512, "\(album)")
        expect(session.desktop?.finish(), is: 143)
    }

    @Test @LoopActor func `thousands of tracks take no more memory`() async throws {
        let session = try RealSession(nil)
        let bridge = try BridgeStandIn()
        let long = String(repeating: "long ", count: 100)
        func play(_ numbers: ClosedRange<Int>) async throws {
            for number in numbers {
                bridge.publish(
                    .media(
                        SampleMedia.track("\(number)", artist: long, album: long, at: .zero),
                        SampleMedia.phone, at: .now))
                // The bridge drops events of a reader that is too slow.
                guard number.isMultiple(of: 200) else { continue }
                expect(try await session.playerctl("metadata", "title", prints: "\(number)"))
            }
        }
        try session.start(socket: bridge.path)
        expect(await eventually { bridge.addOn != nil })
        try await play(1...400)
        let process = try #require(session.desktop?.process)
        let before = try #require(ProcessFigures(of: process))
        try await play(401...4000)
        let after = try #require(ProcessFigures(of: process))
        // Each track has more than 1 KB.
        #expect(
            after.ownMemory - before.ownMemory < 1 << 20,
            "from \(before.ownMemory) to \(after.ownMemory)")
        expect(session.desktop?.finish(), is: 143)
    }
}
