import BusSupport
import Control
import ControlSupport
import DBus
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Desktop

/// No phone has two players on a desktop.
struct OtherPlayerWatchTests {
    private static var track: BridgeEvent {
        .media(SampleMedia.track(), SampleMedia.phone, at: .now)
    }
    private static let proxy = "org.mpris.MediaPlayer2.Mara_s_iPhone_Music"

    init() {
        LoopThread.start()
    }

    /// A player of another program, which has its name before its object.
    @LoopActor
    private static func player(
        _ name: String, _ identity: String?, on bus: BusBench
    ) async throws -> BusPeer {
        let peer = await bus.connect()
        await expect(peer.own(name), is: .success(true))
        guard let identity else { return peer }
        try peer.connection.export(
            BusObject([
                BusInterface(
                    MPRIS.root, properties: [BusProperty("Identity", .string(identity))])
            ]), at: MPRIS.path)
        return peer
    }

    @Test @LoopActor func `our player leaves while another program shows the phone`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        let vlc = try await Self.player("org.mpris.MediaPlayer2.vlc", "VLC", on: bench.bus)
        let proxy = try await Self.player(Self.proxy, "Mara's iPhone Music", on: bench.bus)
        expect(await bench.shows())
        bench.play(SampleMedia.track("Lighthouse"))
        proxy.connection.stop()
        expect(await bench.shows(SampleMedia.phone))
        expect(await bench.shows(title: "Lighthouse"), "what it plays by now")
        vlc.connection.stop()
        bench.stop()
    }

    @Test @LoopActor func `a player that was there first is known before ours appears`()
        async throws
    {
        let bench = try await DesktopBench([Self.track], begins: false)
        let proxy = try await Self.player(
            "org.mpris.MediaPlayer2.kdeconnect.mpris_1", "Music - Mara's iPhone", on: bench.bus)
        var seen: [String] = []
        _ = try bench.desktop.connection.watch(
            MatchRule(
                sender: "org.freedesktop.DBus", member: "NameOwnerChanged",
                firstArgumentNamespace: MPRIS.root)
        ) { seen.append($0.arguments.first?.asString ?? "") }
        await bench.desktop.settle()
        bench.controller.begin()
        expect(await eventually { bench.bridge.addOn?.works == true })
        expect(
            await eventually { bench.bridge.addOn?.words == "shows the players of 0 phones" })
        // What plays later passes through the same queue.
        bench.play(SampleMedia.track("Tides"), on: SampleMedia.other)
        expect(await bench.shows(SampleMedia.other))
        expect(seen, is: [MPRIS.busName(of: SampleMedia.other)], "ours was never there")
        proxy.connection.stop()
        expect(await bench.shows(SampleMedia.phone, SampleMedia.other))
        bench.stop()
    }

    @Test @LoopActor func `a player with an address in its name is recognised`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        var (status, phone) = (StatusAnswer(), StatusPhone())
        (phone.phoneID, phone.bond) = ("5a0c93e1", "F8:4D:89:11:22:33")
        status.phones = [phone]
        let other = try await Self.player(
            "org.mpris.MediaPlayer2.bluez.dev_F8_4D_89_11_22_33", nil, on: bench.bus)
        bench.controller.take(.status(status))
        expect(await bench.shows())
        other.connection.stop()
        expect(await bench.shows(SampleMedia.phone))
        bench.stop()
    }

    @Test @LoopActor func `a program that repeats our player is no other player`() async throws {
        let second = BridgeEvent.media(SampleMedia.track("Tides"), SampleMedia.other, at: .now)
        let bench = try await DesktopBench([Self.track, second])
        expect(await bench.shows(SampleMedia.phone, SampleMedia.other))
        let repeater = try await Self.player(MPRIS.repeater, "Mara's iPhone", on: bench.bus)
        // What happens to a later name has happened to the earlier one before.
        let proxy = try await Self.player(
            "org.mpris.MediaPlayer2.proxy", "Noa's iPhone Music", on: bench.bus)
        expect(await bench.shows(SampleMedia.phone))
        repeater.connection.stop()
        proxy.connection.stop()
        bench.stop()
    }

    @Test @LoopActor func `an identity that comes late is read again`() async throws {
        let bench = try await DesktopBench([Self.track])
        expect(await bench.shows(SampleMedia.phone))
        let late = try await Self.player("org.mpris.MediaPlayer2.late", nil, on: bench.bus)
        await late.settle()
        try late.connection.export(
            BusObject([
                BusInterface(
                    MPRIS.root, properties: [BusProperty("Identity", .string("Mara's iPhone"))])
            ]), at: MPRIS.path)
        expect(await bench.shows())
        late.connection.stop()
        expect(await bench.shows(SampleMedia.phone))
        bench.stop()
    }
}
