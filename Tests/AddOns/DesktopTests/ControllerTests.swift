import BusSupport
import Commands
import Control
import ControlSupport
import DBus
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Desktop

/// What a desktop sees of phones on a real bus, and what becomes of that when bus or bridge go.
struct ControllerTests {
    private static var track: BridgeEvent {
        .media(SampleMedia.track(), SampleMedia.phone, at: .now)
    }

    init() {
        LoopThread.start()
    }

    @Test @LoopActor func `a phone that plays is a player, until it is away`() async throws {
        let bench = try await DesktopBench([SampleNews.ready(SampleMedia.phone), Self.track])
        expect(await bench.shows(SampleMedia.phone))
        let root = await bench.properties(MPRIS.root)
        expect(root["Identity"], is: .string("Mara's iPhone"))
        let player = await bench.properties()
        expect(player["PlaybackStatus"], is: .string("Playing"))
        expect(player["CanGoNext"], is: .bool(true))
        expect(player["CanSeek"], is: .bool(false))
        expect(player.count, is: 15, "all that the specification has, and Position")
        let position = try #require(player["Position"]?.asInt)
        expect((12_000_000...200_000_000).contains(position), "\(position)")
        bench.bridge.publish(.phone(.disconnected, SampleMedia.phone, at: .now))
        expect(await bench.shows())
        bench.stop()
    }

    @Test @LoopActor func `a change signals what changed alone, and positions only by jumps`()
        async throws
    {
        // The position of a paused player does not depend on when it is looked at.
        func paused(at seconds: Double, _ change: (inout PlayedMedia) -> Void = { _ in })
            -> PlayedMedia
        {
            SampleMedia.changed(SampleMedia.track(at: .seconds(seconds), state: .paused), change)
        }
        let first = BridgeEvent.media(paused(at: 12), SampleMedia.phone, at: .now)
        let bench = try await DesktopBench([first])
        expect(await bench.shows(title: "Harbour"))
        bench.forgetSignals()
        // The same again, with a position that is near enough.
        bench.play(paused(at: 12.5))
        bench.play(paused(at: 12.5) { ($0.volume, $0.commands) = (0.25, [.play, .pause]) })
        bench.play(
            paused(at: 12.5) {
                ($0.volume, $0.commands) = (0.25, [.play, .pause])
                ($0.shuffleMode, $0.repeatMode) = (nil, .one)
            })
        bench.play(paused(at: 90))
        bench.play(SampleMedia.track("Lighthouse", at: .zero))
        expect(await bench.shows(title: "Lighthouse"))
        await bench.desktop.settle()
        expect(
            bench.changes,
            is: [
                ["Volume", "CanGoNext", "CanGoPrevious"], ["LoopStatus", "Shuffle"],
                ["Volume", "CanGoNext", "CanGoPrevious", "LoopStatus", "Shuffle"],
                ["Metadata", "PlaybackStatus"],
            ])
        expect(bench.jumps, is: [90_000_000])
        expect(bench.signals.map(\.member).last, is: "PropertiesChanged")
        bench.stop()
    }

    @Test @LoopActor func `methods become commands to the phone, and refusals errors`()
        async throws
    {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        for (method, command) in [
            ("Next", MediaCommand.next), ("Previous", .previous), ("Play", .play),
            ("Pause", .pause), ("PlayPause", .toggle), ("Stop", .pause),
        ] {
            await expect(bench.error(method), is: nil, "\(method)")
            expect(bench.bridge.mediaCommands.last?.command, is: command, "\(method)")
        }
        expect(bench.bridge.mediaCommands.allSatisfy { $0.phone == "5a0c93e1" })
        let count = bench.bridge.mediaCommands.count
        let track = BusValue.path("/track")
        for (method, arguments, error) in [
            ("Seek", [.int64(5)], nil), ("SetPosition", [track, .int64(5)], nil),
            ("OpenUri", [.string("file:///x")], BusErrorName.notSupported),
            ("Seek", [.string("5")], BusErrorName.invalidArguments),
            ("Next", [.byte(1)], BusErrorName.invalidArguments),
            ("Rewind", [], BusErrorName.unknownMethod),
        ] as [(String, [BusValue], String?)] {
            await expect(bench.error(method, arguments), is: error, "\(method)")
        }
        for method in ["Raise", "Quit"] {
            await expect(bench.error(method, [], MPRIS.root), is: BusErrorName.notSupported)
        }
        expect(bench.bridge.mediaCommands.count, is: count, "nothing of that reaches the phone")
        bench.bridge.refusal = ControlRefusal(.failed, "the player does not offer this command now")
        await expect(bench.error("Next"), is: BusErrorName.failed)
        bench.stop()
    }

    @Test @LoopActor func `values are approached by steps, as far as the phone reports back`()
        async throws
    {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        await expect(bench.set("Volume", .double(0.625)), is: nil)
        expect(bench.bridge.mediaCommands.map(\.command), is: [.louder])
        bench.play(SampleMedia.changed(SampleMedia.track()) { $0.volume = 0.5625 })
        expect(await eventually { bench.bridge.mediaCommands.count == 2 })
        bench.play(SampleMedia.changed(SampleMedia.track()) { $0.volume = 0.625 })
        expect(
            await answersEventually { await bench.properties()["Volume"] == .double(0.625) })
        await expect(bench.set("LoopStatus", .string("Playlist")), is: nil)
        await expect(bench.set("Shuffle", .bool(false)), is: nil)
        expect(
            bench.bridge.mediaCommands.map(\.command), is: [.louder, .louder, .repeat, .shuffle])
        bench.stop()
    }

    @Test @LoopActor func `values that cannot be set are refused in the right words`() async throws
    {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        for (property, value, error) in [
            ("Volume", .double(0.5), nil), ("Shuffle", .bool(true), nil), ("Rate", .double(2), nil),
            ("Volume", .double(.nan), BusErrorName.invalidArguments),
            ("Volume", .int32(1), BusErrorName.invalidArguments),
            ("LoopStatus", .string("Forever"), BusErrorName.invalidArguments),
            ("Position", .int64(1), BusErrorName.propertyReadOnly),
            ("CanGoNext", .bool(true), BusErrorName.propertyReadOnly),
            ("Volumes", .double(1), BusErrorName.unknownProperty),
        ] as [(String, BusValue, String?)] {
            await expect(bench.set(property, value), is: error, "\(property) \(value)")
        }
        expect(bench.bridge.mediaCommands.count, is: 0)
        bench.play(
            SampleMedia.changed(SampleMedia.track("Podcast")) {
                ($0.volume, $0.repeatMode, $0.commands) = (nil, nil, [.play])
            })
        expect(await bench.shows(title: "Podcast"))
        await expect(bench.set("Volume", .double(0.1)), is: BusErrorName.notSupported)
        await expect(bench.set("Shuffle", .bool(false)), is: BusErrorName.notSupported)
        await expect(bench.set("LoopStatus", .string("None")), is: BusErrorName.unknownProperty)
        bench.stop()
    }

    @Test @LoopActor func `a user who may only read sees players without controls`() async throws {
        let refusal = ControlRefusal(.notAllowed, "be in group callboard-act")
        let bench = try await DesktopBench([Self.track], refusal: refusal)
        expect(await bench.shows(title: "Harbour"))
        let player = await bench.properties()
        expect(player["CanControl"], is: .bool(false))
        expect(player["CanPlay"], is: .bool(false))
        for method in ["Next", "PlayPause", "Stop"] {
            await expect(bench.error(method), is: BusErrorName.accessDenied, "\(method)")
        }
        await expect(bench.set("Volume", .double(0.1)), is: BusErrorName.accessDenied)
        expect(bench.bridge.mediaCommands.count, is: 0)
        bench.stop()
    }

    @Test @LoopActor func `a right that is taken away shows at the next command`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        bench.bridge.refusal = ControlRefusal(.notAllowed, "be in group callboard-act")
        await expect(bench.error("Next"), is: BusErrorName.accessDenied)
        expect(
            await answersEventually { await bench.properties()["CanControl"] == .bool(false) })
        bench.stop()
    }

    @Test @LoopActor func `two phones are two players, and options choose among them`()
        async throws
    {
        let second = BridgeEvent.media(SampleMedia.track("Tides"), SampleMedia.other, at: .now)
        let bench = try await DesktopBench([Self.track, second])
        expect(await bench.shows(SampleMedia.phone, SampleMedia.other))
        await expect(bench.metadata()["xesam:title"], is: .string("Harbour"))
        await expect(
            bench.metadata(of: SampleMedia.other)["xesam:title"], is: .string("Tides"))
        await expect(bench.ask("Pause", on: SampleMedia.other), is: .success([]))
        expect(bench.bridge.mediaCommands.map(\.phone), is: ["0badf00d"])
        bench.play(nil)
        expect(await bench.shows(SampleMedia.other))
        bench.stop()
        for chosen in ["Noa's iPhone", "0badf00d"] {
            let bench = try await DesktopBench([Self.track, second], phones: [chosen])
            expect(await bench.shows(SampleMedia.other))
            bench.stop()
        }
    }

    @Test @LoopActor func `a renamed phone keeps its player and changes its name`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        let new = SampleMedia.phone.called("Mara\u{0}'s \u{202E}phone")
        bench.bridge.publish(.renamed(new, was: SampleMedia.phone.name, at: .now))
        expect(
            await answersEventually {
                await bench.properties(MPRIS.root)["Identity"] == .string("Mara's phone")
            })
        expect(bench.changes.contains(["Identity"]))
        bench.stop()
    }

    @Test @LoopActor func `hostile texts do not end the connection`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        let name = try await bench.desktop.askBus(
            "GetNameOwner", [.string(MPRIS.busName(of: SampleMedia.phone))]
        ).get().first
        let texts: [[UInt8]] = [
            [0], [0xFF], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBE, 0xF0, 0x9F, 0xBF, 0xBF],
            [UInt8](repeating: 0xE2, count: 512), Array(repeating: 0x1B, count: 512),
        ]
        for bytes in texts {
            bench.play(
                SampleMedia.changed(SampleMedia.track()) { media in
                    (media.title, media.artist) = (Text(bytes: bytes), Text(bytes: bytes))
                    (media.album, media.player) = (Text(bytes: bytes), Text(bytes: bytes))
                })
        }
        bench.play(SampleMedia.track("After"))
        expect(await bench.shows(title: "After"))
        let later = try await bench.desktop.askBus(
            "GetNameOwner", [.string(MPRIS.busName(of: SampleMedia.phone))]
        ).get().first
        expect(later, is: name, "it is the same connection")
        bench.stop()
    }

    @Test @LoopActor func `a bridge that is gone takes the players with it, and brings them back`()
        async throws
    {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        await bench.bridge.stop()
        expect(await bench.shows())
        try bench.bridge.start()
        expect(await bench.shows(SampleMedia.phone))
        expect(await eventually { bench.bridge.addOn?.words == "shows the player of 1 phone" })
        expect(bench.ends.count, is: 0)
        bench.stop()
    }

    @Test @LoopActor func `a title of a phone is in no report`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        expect(await eventually { bench.bridge.addOn?.works == true })
        let report = try #require(bench.bridge.addOn)
        for word in ["Harbour", "Noa", "Mara"] {
            #expect(!"\(report)".contains(word), "\(report)")
        }
        bench.stop()
    }

    @Test @LoopActor func `a thousand tracks leave no objects behind`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        for number in 1...1000 {
            bench.play(SampleMedia.track("Track \(number)", at: .zero))
            // The bridge drops events of a reader that is too slow.
            if number.isMultiple(of: 100) { expect(await bench.shows(title: "Track \(number)")) }
        }
        let answer = await bench.ask("Introspect", [], "org.freedesktop.DBus.Introspectable")
        let page = try #require(answer.get().first?.asString)
        #expect(!page.contains("<node name"), "tracks are paths alone, without objects")
        await expect(bench.names(), is: [MPRIS.busName(of: SampleMedia.phone)])
        bench.stop()
    }
}
