import AddOnRuntime
import Commands
import Control
import DBus
import Formats
import Linux
import Notices
import Settings

/// Command `check`: checks session bus, bridge and rights, and prints problems with fixes.
@LoopActor
final class DesktopCheck {
    nonisolated static let noBus = "there is no session bus"
    nonisolated static let busFix =
        "run this program in a desktop session, as the user of the desktop"
    nonisolated static let readFix =
        "sudo adduser \"$USER\" callboard, then log in again (Docs/how-to/desktop.md)"
    private nonisolated static let actFix =
        "name a group as act-group in [control], add the user to it, and log in again: "
        + "Docs/how-to/desktop.md"

    private let options: DesktopOptions
    private let address: BusAddress
    private var findings: [Finding] = []
    /// Players of other programs.
    private var others = OtherPlayers()

    private init(_ options: DesktopOptions, _ address: BusAddress) {
        self.options = options
        self.address = address
    }

    /// Runs the check on the calling thread and prints the findings.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let options = DesktopOptions(arguments)
        return CheckAnswer.show(
            EventLoop.run { await findings(options, at: .session) }, arguments,
            good: "The desktop can show phones.", bad: "The desktop cannot show phones.")
    }

    /// Returns what a check finds.
    static func findings(_ options: DesktopOptions, at address: BusAddress) async -> [Finding] {
        let check = DesktopCheck(options, address)
        await check.tryBus()
        if await check.tryBridge() { await check.tryPlayers() }
        return check.findings
    }

    private func find(_ id: String, _ verdict: Verdict) {
        findings.append(Finding(id: id, verdict: verdict))
    }

    // MARK: The bus

    private func tryBus() async {
        let bus = BusConnection(address)
        defer { bus.stop() }
        let events = Mailbox<BusEvent>()
        bus.start { events.post($0) }
        switch await events.next() {
        case .connected: break
        case .disconnected(.unreachable), .watchRefused, nil:
            return find("desktop-bus", .fail(Self.noBus, fix: Self.busFix))
        case .disconnected(let loss):
            return find("desktop-bus", .fail("the session bus \(loss.words)", fix: Self.busFix))
        }
        await lookAround(bus)
        let owner = try? await bus.call(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "NameHasOwner", [.string(DesktopController.busName)]))
        find(
            "desktop-bus",
            owner?.first?.asBool == true
                ? .ok("callboard-desktop runs in this session")
                : .warn(
                    "callboard-desktop does not run in this session",
                    fix: "log in again, or: callboard-desktop run"))
    }

    /// Reads which players other programs have.
    private func lookAround(_ bus: BusConnection) async {
        let done = Mailbox<Void>()
        let watch = OtherPlayerWatch(bus) { done.post(()) }
        watch.begin()
        while !watch.isComplete, await done.next() != nil {}
        others = watch.players
    }

    // MARK: The bridge

    /// Checks the bridge and the rights of the user; returns whether the user may read.
    private func tryBridge() async -> Bool {
        do throws(AskFailure) {
            _ = try await ControlClient.ask(StatusRequest(), at: options.socket)
        } catch {
            find("desktop-bridge", .fail(error.sentence, fix: Self.fix(for: error)))
            return false
        }
        find("desktop-bridge", .ok("the bridge sends its events to this user"))
        do throws(AskFailure) {
            _ = try await ControlClient.ask(ActRequest.probe, at: options.socket)
        } catch {
            // The request fails for any user; the reason differs.
            if error.isNotAllowed {
                find(
                    "desktop-rights",
                    .warn("this user may see what plays, but not control it", fix: Self.actFix))
                return true
            }
        }
        find("desktop-rights", .ok("this user may control phones"))
        return true
    }

    private static func fix(for failure: AskFailure) -> String {
        let isAboutRights =
            switch failure {
            case .failed(let failure): failure.isAboutRights
            case .refused: failure.isNotAllowed
            }
        return isAboutRights ? readFix : "sudo systemctl enable --now callboard"
    }

    private func tryPlayers() async {
        let news = Mailbox<BridgeNews>()
        let follower = BridgeFollower(path: options.socket, renews: false) { news.post($0) }
        defer { follower.stop() }
        var players = FollowedPlayers()
        loop: while let one = await news.next() {
            switch one {
            case .event(let event, _): players.take(event, at: EventLoop.now, wall: .now)
            case .caughtUp: break loop
            case .lost(let failure):
                return find(
                    "desktop-player", .fail("\(failure)", fix: Self.fix(for: .failed(failure))))
            case .begun, .leftOut, .status, .bridges, .centralLost: continue
            }
        }
        let phones = players.shown.map(\.phone).filter(options.isMeant)
        let elsewhere = others.shown(of: phones, addresses: [:])
        if phones.isEmpty {
            find("desktop-player", .skipped("no phone has something to play"))
        } else if elsewhere.isEmpty {
            find("desktop-player", .ok("phones with something to play: \(phones.count)"))
        } else {
            find(
                "desktop-player",
                .warn(
                    "another program shows \(elsewhere.count) of \(phones.count) phones with "
                        + "something to play",
                    fix: "playerctl --list-all; stop that program to have callboard-desktop show "
                        + "them"))
        }
    }
}
