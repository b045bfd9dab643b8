import Expecting
import Linux
import Notices
import SimulatedPhone
import Support
import Testing

@testable import Bridge

extension BridgeTests {
    /// What a phone plays, and commands to its player.
    struct Media {
        private static func phone(_ name: String, _ rest: String = "") -> String {
            """
            {"name": "\(name)", "bond": "\(name)", "media": {"player": "Music",
              "bundle": "com.apple.Music", "state": "playing", "volume": 0.5, "queue": [
                {"title": "One", "artist": "Ann", "album": "A", "duration": 100},
                {"title": "Two", "artist": "Bob", "album": "B", "duration": 200}]}\(rest)}
            """
        }

        private static func scenario(_ phones: [String]) throws -> Scenario {
            let text = """
                {"format": 1, "ends": 3000, "phones": [\(phones.joined(separator: ","))]}
                """
            return try Scenario(parsing: Array(text.utf8), file: "test.json")
        }

        /// Reported media of a phone, the last one last.
        @LoopActor
        private static func media(_ bench: BridgeBench, _ name: String = "Ann") -> [PlayedMedia?] {
            bench.events.compactMap { event -> PlayedMedia?? in
                guard case .media(let media, let phone, _) = event, phone.name == name else {
                    return nil
                }
                return .some(media)
            }
        }

        @LoopActor
        private static func last(_ bench: BridgeBench, _ name: String = "Ann") -> PlayedMedia? {
            media(bench, name).last ?? nil
        }

        @LoopActor
        private static func perform(
            _ command: MediaCommand, on phone: String? = nil, _ bench: BridgeBench
        ) async -> MediaResult? {
            var result: MediaResult?
            bench.bridge?.perform(command, on: phone) { result = $0 }
            _ = await bench.waits { result != nil }
            return result
        }

        @LoopActor
        @Test func `the state of the player is an event, as a whole`() async throws {
            let bench = BridgeBench(try Self.scenario([Self.phone("Ann")]))
            bench.start()
            expect(await bench.waits { Self.last(bench)?.commands.isEmpty == false })
            let media = try #require(Self.last(bench))
            expect(media.state, is: .playing)
            expect(media.words, is: "One – Ann")
            expect(media.album?.string, is: "A")
            expect(media.player?.string, is: "Music")
            expect(media.appID?.string, is: "com.apple.Music")
            expect(media.duration, is: .seconds(100))
            expect(media.volume, is: 0.5)
            expect([media.queueIndex, media.queueCount], is: [0, 2])
            expect(media.commands, is: MediaCommand.allCases)
            #expect((media.position ?? .zero) < .seconds(100))
            bench.stop()
        }

        @LoopActor
        @Test func `commands reach the player, which reports what follows`() async throws {
            let bench = BridgeBench(try Self.scenario([Self.phone("Ann")]))
            bench.start()
            expect(await bench.waits { Self.last(bench)?.commands.isEmpty == false })
            let ann = PhoneName("Ann", bond: "Ann")
            for (command, isSo, why) in [
                (.pause, { $0.state == .paused }, "paused"),
                (.play, { $0.state == .playing }, "plays again"),
                (.next, { $0.title?.string == "Two" }, "the next track"),
                (.louder, { $0.volume ?? 0 > 0.5 }, "louder"),
                (.shuffle, { $0.shuffleMode != .off }, "another mode"),
            ] as [(MediaCommand, (PlayedMedia) -> Bool, String)] {
                expect(await Self.perform(command, bench), is: .performed(ann), "\(why)")
                let isReported = await bench.waits { Self.last(bench).map(isSo) == true }
                #expect(isReported, "\(why)")
            }
            bench.stop()
        }

        @LoopActor
        @Test func `of several phones the one that plays is meant, or the named one`() async throws
        {
            let quiet = Self.phone("Bob").replacing(#""playing""#, with: #""paused""#)
            let bench = BridgeBench(try Self.scenario([Self.phone("Ann"), quiet]))
            bench.start()
            let isReady = await bench.waits {
                ["Ann", "Bob"].allSatisfy { Self.last(bench, $0)?.commands.isEmpty == false }
            }
            expect(isReady)
            let (ann, bob) = (PhoneName("Ann", bond: "Ann"), PhoneName("Bob", bond: "Bob"))
            expect(await Self.perform(.louder, bench), is: .performed(ann), "it plays")
            expect(await Self.perform(.louder, on: "Bob", bench), is: .performed(bob))
            let id = try #require(bob.id).description
            expect(await Self.perform(.softer, on: id, bench), is: .performed(bob))
            expect(await Self.perform(.softer, on: "Zoe", bench), is: .noSuchPhone)
            bench.stop()
        }

        @LoopActor
        @Test func `of phones that play the one is meant that connected last, as boards show it`()
            async throws
        {
            let leaves = #", "timeline": [{"at": 20, "disconnect": {"for": 10}}]"#
            let bench = BridgeBench(
                try Self.scenario([Self.phone("Ann", leaves), Self.phone("Bob")]))
            bench.start()
            // It has nothing after it left, and then it plays again.
            let isBack = await bench.waits {
                Self.media(bench).contains { $0 == nil }
                    && Self.last(bench)?.commands.isEmpty == false
            }
            expect(isBack)
            let ann = PhoneName("Ann", bond: "Ann")
            expect(await Self.perform(.louder, bench), is: .performed(ann))
            bench.stop()
        }

        @LoopActor
        @Test func `a phone with nothing to play is not meant while another one has something`()
            async throws
        {
            let paused = Self.phone("Ann").replacing(#""playing""#, with: #""paused""#)
            let ends = Self.phone("Bob", #", "timeline": [{"at": 20, "media": null}]"#)
            let bench = BridgeBench(try Self.scenario([paused, ends]))
            bench.start()
            let hasEnded = await bench.waits {
                Self.media(bench, "Bob").count > 1 && Self.media(bench, "Bob").last == .some(nil)
                    && Self.last(bench)?.commands.isEmpty == false
            }
            expect(hasEnded)
            let ann = PhoneName("Ann", bond: "Ann")
            expect(await Self.perform(.louder, bench), is: .performed(ann))
            bench.stop()
        }

        @LoopActor
        @Test func `without a player there is no event, and commands are refused`() async throws {
            let bench = BridgeBench(
                try Self.scenario([#"{"name": "Ann", "bond": "Ann"}"#]))
            bench.start()
            expect(await bench.waits { bench.bridge?.status.phones.first?.battery != nil })
            expect(Self.media(bench).count, is: 0)
            expect(await Self.perform(.play, bench), is: .noPlayer)
            bench.stop()
        }

        @LoopActor
        @Test func `a player that ends is reported once, and so is a phone that leaves`()
            async throws
        {
            let steps = """
                , "timeline": [{"at": 20, "media": null},
                  {"at": 30, "media": {"player": "Radio", "state": "playing"}},
                  {"at": 40, "disconnect": {"for": 1000}}]
                """
            let bench = BridgeBench(try Self.scenario([Self.phone("Ann", steps)]))
            bench.start()
            let isOver = await bench.waits { Self.media(bench).count { $0 == nil } == 2 }
            expect(isOver)
            let players = Self.media(bench).map { $0?.player?.string }
            #expect(players.contains("Radio"), "\(players)")
            expect(players.last ?? "?", is: nil)
            bench.stop()
        }
    }
}
