import AddOnRuntime
import BusSupport
import Commands
import Control
import ControlSupport
import DBus
import Linux
import Notices
import Support
import Testing

@testable import Desktop

/// The program's own parts between a bridge of which there is only the control socket, and a real session bus.
@LoopActor
final class DesktopBench {
    let bridge: BridgeStandIn
    let bus: BusBench
    /// A program of the desktop.
    private(set) var desktop: BusPeer
    let pace = Pace.led()
    let controller: DesktopController
    private let frame: AddOnRunner
    private let work = Work()
    private(set) var ends: [CommandEnd] = []
    /// Signals of players, in their order.
    private(set) var signals: [BusSignal] = []

    /// What the frame reaches the controller by.
    private final class Work: AddOnWork {
        var controller: DesktopController?
        func take(_ news: BridgeNews) { controller?.take(news) }
        func reload() {}
        func end(_ status: Commands.ExitStatus) {}
    }

    /// - Parameters:
    ///   - held: what the bridge reports first.
    ///   - phones: the phones that are shown; all by default.
    ///   - refusal: why the bridge refuses to act.
    init(
        _ held: [BridgeEvent] = [], phones: [String] = [], refusal: ControlRefusal? = nil,
        on bus: BusBench? = nil, begins: Bool = true
    ) async throws {
        let bridge = try BridgeStandIn()
        (bridge.held, bridge.refusal) = (held, refusal)
        self.bridge = bridge
        if let bus {
            self.bus = bus
        } else {
            self.bus = try BusBench()
            try self.bus.start()
        }
        desktop = await self.bus.connect()
        let options = DesktopOptions(socket: bridge.path, phones: phones)
        frame = AddOnRunner(
            name: "desktop", path: bridge.path, DesktopController.beginning, for: work)
        let ended = Mailbox<CommandEnd>()
        controller = DesktopController(
            options, frame: frame, at: self.bus.address, patience: BusBench.patience, on: pace
        ) { ended.post($0) }
        work.controller = controller
        LoopActor.begin { [weak self] in
            while let end = await ended.next() { self?.ends.append(end) }
        }
        try await listen()
        if begins { controller.begin() }
    }

    /// Has the desktop hear the signals of all players, also after it has connected again.
    private func listen() async throws {
        _ = try desktop.connection.watch(MatchRule(path: MPRIS.path)) { [weak self] in
            self?.signals.append($0)
        }
        await desktop.settle()
    }

    func stop() {
        controller.stop()
        frame.stop()
    }

    // MARK: What the bridge reports

    func play(_ media: PlayedMedia?, on phone: PhoneName = SampleMedia.phone) {
        bridge.publish(.media(media, phone, at: .now))
    }

    // MARK: What the desktop sees

    /// Bus names of all our players.
    func names() async -> [String] {
        let all = try? await desktop.askBus("ListNames").get().first?.asStrings
        return (all ?? []).filter { $0.hasPrefix(MPRIS.ours) }.sorted()
    }

    /// Waits until our players have these names.
    func shows(_ phones: PhoneName...) async -> Bool {
        let wanted = phones.map { MPRIS.busName(of: $0) }.sorted()
        return await answersEventually { await names() == wanted }
    }

    func ask(
        _ member: String, _ arguments: [BusValue] = [], _ interface: String = MPRIS.player,
        on phone: PhoneName = SampleMedia.phone
    ) async -> BusAnswered {
        await desktop.ask(
            BusCall(MPRIS.busName(of: phone), MPRIS.path, interface, member, arguments))
    }

    /// The name of the error of an answer; nil for a success.
    func error(
        _ member: String, _ arguments: [BusValue] = [], _ interface: String = MPRIS.player
    ) async -> String? {
        switch await ask(member, arguments, interface) {
        case .success: nil
        case .failure(.remote(let name, _)): name
        case .failure(let error): "\(error)"
        }
    }

    func set(_ property: String, _ value: BusValue) async -> String? {
        await error(
            "Set", [.string(MPRIS.player), .string(property), .variant(value)],
            "org.freedesktop.DBus.Properties")
    }

    func properties(
        _ interface: String = MPRIS.player, of phone: PhoneName = SampleMedia.phone
    ) async -> [String: BusValue] {
        let answer = await ask(
            "GetAll", [.string(interface)], "org.freedesktop.DBus.Properties", on: phone)
        return (try? answer.get())?.first?.asDictionary ?? [:]
    }

    func metadata(of phone: PhoneName = SampleMedia.phone) async -> [String: BusValue] {
        await properties(of: phone)["Metadata"]?.asDictionary ?? [:]
    }

    /// Waits until the player shows a title.
    func shows(title: String, on phone: PhoneName = SampleMedia.phone) async -> Bool {
        await answersEventually { await metadata(of: phone)["xesam:title"] == .string(title) }
    }

    func forgetSignals() { signals = [] }

    /// Names of the player's properties in each `PropertiesChanged`.
    var changes: [Set<String>] {
        signals.filter { $0.member == "PropertiesChanged" }.map { signal in
            Set(signal.arguments[1].asDictionary?.keys ?? [:].keys)
                .union(signal.arguments[2].asStrings ?? [])
        }
    }

    /// Positions of the signals about jumps, in microseconds.
    var jumps: [Int] {
        signals.filter { $0.member == "Seeked" }.compactMap { $0.arguments.first?.asInt }
    }
}
