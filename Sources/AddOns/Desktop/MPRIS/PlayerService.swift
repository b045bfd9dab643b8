import DBus
import Linux
import Notices

/// The player of one phone on the session bus.
///
/// Each player has a connection of its own, since the specification fixes the path of the object.
@LoopActor
final class PlayerService {
    private(set) var player: FollowedPlayer
    private(set) var mayAct: Bool
    private let connection: BusConnection
    private let commands: PlayerCommands
    /// Called if the bus name belongs to another program.
    private let nameTaken: @LoopActor () -> Void
    private lazy var object = BusObject([rootInterface, playerInterface])

    /// Shows a player until `stop`.
    ///
    /// - Parameter mayAct: whether the user may control the phone.
    init(
        _ player: FollowedPlayer, at address: BusAddress, _ patience: BusPatience, mayAct: Bool,
        for commander: any PlayerCommander, nameTaken: @escaping @LoopActor () -> Void
    ) {
        self.player = player
        self.mayAct = mayAct
        self.nameTaken = nameTaken
        commands = PlayerCommands(player, mayAct: mayAct, for: commander)
        connection = BusConnection(address, patience: patience)
        publish()
        try? connection.export(object, at: MPRIS.path)
        connection.start { [weak self] event in
            if case .connected = event { self?.requestName() }
        }
    }

    isolated deinit {
        stop()
    }

    /// Removes the player from the bus.
    func stop() { connection.stop() }

    /// Shows what the phone reports now.
    func take(_ new: FollowedPlayer, mayAct: Bool, at now: Duration) {
        let jump = new.jump(from: player, at: now)
        player = new
        self.mayAct = mayAct
        publish()
        if let jump {
            try? connection.emit(
                BusSignal(MPRIS.path, MPRIS.player, "Seeked", [.int64(jump.microseconds)]))
        }
        commands.take(new, mayAct: mayAct)
    }

    private func requestName() {
        connection.requestName(MPRIS.busName(of: player.phone)) { [weak self] result in
            if case .success(false) = result { self?.nameTaken() }
        }
    }

    private func publish() {
        let properties = PlayerProperties(player, mayAct: mayAct)
        object.set(properties.root, of: MPRIS.root)
        object.set(properties.all, of: MPRIS.player)
    }

    // MARK: Interfaces

    private var rootInterface: BusInterface {
        let properties = PlayerProperties(player, mayAct: mayAct).root
        return BusInterface(
            MPRIS.root,
            properties: properties.sorted { $0.key < $1.key }.map { BusProperty($0, $1) },
            methods: ["Raise", "Quit"].map { name in
                BusMethod(name) {
                    $0.fail(BusErrorName.notSupported, "The player is on a phone")
                }
            })
    }

    private var playerInterface: BusInterface {
        // A property that is absent now has a type all the same.
        let absent: [String: BusValue] = [
            "LoopStatus": .string(LoopStatus.none.rawValue), "Shuffle": .bool(false),
        ]
        let present = PlayerProperties(player, mayAct: mayAct).all.compactMapValues(\.self)
        let stored = absent.merging(present) { $1 }.sorted { $0.key < $1.key }
        let position = BusProperty(
            "Position", .int64(0), tellsChanges: false,
            reader: { [weak self] in .int64(self?.position.microseconds ?? 0) })
        return BusInterface(
            MPRIS.player,
            properties: stored.map { BusProperty($0, $1, writer: writer(of: $0)) } + [position],
            methods: PlayerMethod.allCases.map { method in
                BusMethod(method.rawValue, takes: method.takes) { [weak self] in
                    self?.commands.perform(method, $0)
                }
            }, signals: [BusSignalShape("Seeked", carries: "x")])
    }

    private var position: Duration { player.position(at: EventLoop.now) ?? .zero }

    /// Returns the handler of new values; nil for a property that is read-only.
    private func writer(of property: String) -> (@LoopActor (BusRequest) -> Void)? {
        // The specification lets a player ignore rates that it cannot use, and wants no error.
        if property == "Rate" { return { $0.reply() } }
        guard StepGoal.properties.contains(property) else { return nil }
        return { [weak self] request in
            guard let value = request.arguments.last?.unwrapped,
                let goal = StepGoal(property, value)
            else {
                return request.fail(BusErrorName.invalidArguments, "This value is not allowed")
            }
            self?.commands.approach(goal, request)
        }
    }
}
