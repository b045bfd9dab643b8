import AddOnRuntime
import Commands
import Control
import DBus
import Linux
import Notices

/// Controller between bridge and session bus: shows the players of phones, and passes commands on.
@LoopActor
final class DesktopController: PlayerCommander {
    /// Name that only one of these programs has on a bus.
    nonisolated static let busName = "org.callboard.Desktop"
    /// Status before the first connection.
    nonisolated static let beginning = AddOnReport(works: false, words: "begins")

    private let frame: AddOnRunner
    private let options: DesktopOptions
    private let address: BusAddress
    private let patience: BusPatience
    private let bus: BusConnection
    private let ended: @LoopActor (CommandEnd) -> Void
    private let busAlarm: Alarm
    private lazy var others = OtherPlayerWatch(bus) { [weak self] in self?.update() }
    private var players = FollowedPlayers()
    private var services: [PhoneName.Key: PlayerService] = [:]
    private var addresses: [PhoneName.Key: String] = [:]
    /// Whether the user may control phones; nil until the bridge has answered.
    private var mayAct: Bool?
    /// Whether the current state of the bridge is known.
    private var isCurrent = false
    private var isFollowing = false
    private var bridgeFailure: String?
    private var trouble: String?

    /// - Parameters:
    ///   - pace: clock of the wait for a lost bus; nil for the clock of the host.
    ///   - ended: called if the program cannot go on.
    init(
        _ options: DesktopOptions, frame: AddOnRunner, at address: BusAddress = .session,
        patience: BusPatience = BusPatience(), on pace: Pace? = nil,
        ended: @escaping @LoopActor (CommandEnd) -> Void
    ) {
        self.options = options
        self.frame = frame
        self.address = address
        self.patience = patience
        self.ended = ended
        bus = BusConnection(address, patience: patience)
        busAlarm = Alarm(on: pace)
    }

    /// Connects to the bus, and follows the bridge once no other of these programs is there.
    func begin() {
        bus.start { [weak self] in self?.take($0) }
    }

    /// Removes all players from the bus.
    func stop() {
        for service in services.values { service.stop() }
        services = [:]
        bus.stop()
        busAlarm.cancel()
    }

    // MARK: The bus

    private func take(_ event: BusEvent) {
        switch event {
        case .connected:
            busAlarm.cancel()
            bus.requestName(Self.busName) { [weak self] in self?.takeName($0) }
        case .disconnected(let loss): lose(loss)
        case .watchRefused: trouble = "the session bus does not report other players"
        }
    }

    private func takeName(_ result: Result<Bool, BusError>) {
        switch result {
        case .success(true):
            others.begin()
            if !isFollowing {
                isFollowing = true
                frame.begin()
            }
            report()
        case .success(false):
            ended(CommandEnd(.failure, "another callboard-desktop runs in this session"))
        // Another event follows the end of the connection.
        case .failure(.disconnected): break
        case .failure(let error):
            ended(CommandEnd(.unavailable, "the session bus refuses a name: \(error)"))
        }
    }

    private func lose(_ loss: BusLoss) {
        guard isFollowing else {
            return ended(CommandEnd(.unavailable, "the session bus \(loss.words)"))
        }
        others.end()
        update()
        report()
        // A bus that is restarted has the same address. One that ends with its session does not come back.
        busAlarm.set(after: DesktopLimits.bus, for: self) {
            $0.ended(CommandEnd(.unavailable, "the session bus is gone"))
        }
    }

    // MARK: The bridge

    /// Handles an event of the bridge.
    func take(_ news: BridgeNews) {
        switch news {
        case .begun:
            bridgeFailure = nil
            players.begin()
            askForRights()
            frame.ask(StatusRequest()) { [weak self] result in
                if case .success(let answer) = result { self?.take(answer.value) }
            }
        case .event(let event, _):
            players.take(event, at: EventLoop.now, wall: .now)
            if isCurrent { update() }
        case .caughtUp:
            players.catchUp()
            isCurrent = true
            update()
        case .status(let status): take(status)
        case .lost(let failure): lose(failure)
        case .leftOut, .bridges, .centralLost: break
        }
        report()
    }

    private func lose(_ failure: ControlFailure) {
        bridgeFailure = "\(failure)"
        isCurrent = false
        mayAct = nil
        players.lose()
        update()
        // Groups of a user change with the next login.
        if failure.isAboutRights {
            ended(
                CommandEnd(
                    .noPermission,
                    "you may not read from the bridge: \(DesktopCheck.readFix)"))
        }
    }

    private func take(_ status: StatusAnswer) {
        addresses = [:]
        for phone in status.phones.prefix(DesktopLimits.players) {
            let name = PhoneName(phone.name, id: PhoneID(phone.phoneID))
            addresses[name.key] = phone.bond
        }
        update()
    }

    private func askForRights() {
        frame.ask(ActRequest.probe) { [weak self] result in
            guard let self else { return }
            if case .failure(let failure) = result, failure.isNotAllowed {
                mayAct = false
            } else {
                mayAct = true
            }
            update()
        }
    }

    func perform(
        _ command: MediaCommand, on phone: PhoneName,
        _ done: @escaping @LoopActor (AskFailure?) -> Void
    ) {
        let request = MediaRequest(command, phone: phone.id?.description ?? phone.name)
        frame.ask(request) { [weak self] result in
            guard case .failure(let failure) = result else { return done(nil) }
            done(failure)
            if failure.isNotAllowed {
                self?.mayAct = false
                self?.update()
            }
        }
    }

    // MARK: Players

    /// Shows, changes and removes players.
    private func update() {
        let wanted = wantedPlayers
        let keys = Set(wanted.map(\.phone.key))
        for (key, service) in services where !keys.contains(key) {
            service.stop()
            services[key] = nil
        }
        let mayAct = mayAct ?? false
        for player in wanted {
            if let service = services[player.phone.key] {
                if service.player != player || service.mayAct != mayAct {
                    service.take(player, mayAct: mayAct, at: EventLoop.now)
                }
            } else {
                services[player.phone.key] = PlayerService(
                    player, at: address, patience, mayAct: mayAct, for: self
                ) { [weak self] in
                    self?.trouble = "another program has the bus name of a player"
                    self?.report()
                }
            }
        }
        report()
    }

    /// The players that belong on the bus now.
    private var wantedPlayers: [FollowedPlayer] {
        // What a player can do is not expected to change, so the rights come first.
        guard isCurrent, others.isComplete, mayAct != nil else { return [] }
        let meant = players.shown.filter { options.isMeant($0.phone) }
        let elsewhere = others.players.shown(of: meant.map(\.phone), addresses: addresses)
        return meant.filter { !elsewhere.contains($0.phone.key) }
    }

    private func report() {
        guard isFollowing else { return }
        let count = services.count
        var report = AddOnReport(
            works: bus.uniqueName != nil,
            words: count == 1
                ? "shows the player of 1 phone" : "shows the players of \(count) phones")
        if bus.uniqueName != nil {
            report.peer = .connected("the session bus")
        } else {
            report.words = "the session bus is gone"
            report.peer = .failed(report.words)
        }
        if let bridgeFailure { report.words += "; the bridge: \(bridgeFailure)" }
        if players.hasIgnored {
            trouble = "more than \(DesktopLimits.players) phones have a player"
        }
        report.trouble = trouble
        frame.say(report)
    }
}
