import DBus
import Linux

/// What bluetoothd asks when a phone wants to pair; it is there only while a window is open.
@LoopActor
final class PairingAgent {
    /// How long a person may take; the phone gives up after 30 s.
    static let patience: Duration = .seconds(30)
    private static let path: ObjectPath = "/org/callboard/agent"
    private static let rejected = "org.bluez.Error.Rejected"

    private let daemon: BlueZDaemon
    private var method = PairingMethod.compare
    private let patience: Duration
    private let tell: @LoopActor (PairingEvent) -> Void
    private let refused: @LoopActor () -> Void
    /// What bluetoothd waits for.
    private var open: (request: BusRequest, timer: TimerID)?

    /// - Parameters:
    ///   - tell: takes what a person must see or answer.
    ///   - refused: called when a person said no, or nothing.
    init(
        _ daemon: BlueZDaemon, patience: Duration = patience,
        tell: @escaping @LoopActor (PairingEvent) -> Void,
        refused: @escaping @LoopActor () -> Void
    ) {
        self.daemon = daemon
        self.patience = patience
        self.tell = tell
        self.refused = refused
    }

    /// Offers itself to bluetoothd.
    func register(
        _ method: PairingMethod, _ done: @escaping @LoopActor (BusError?) -> Void
    ) {
        self.method = method
        do throws(BusError) {
            try daemon.connection.export(BusObject([interface]), at: Self.path)
        } catch {
            return done(error)
        }
        daemon.call(
            BlueZ.manager, BlueZ.agentManager, "RegisterAgent",
            [.path(Self.path), .string(method.capability)]
        ) { [weak self] result in
            guard let self, result.error == nil else { return done(result.error) }
            daemon.call(
                BlueZ.manager, BlueZ.agentManager, "RequestDefaultAgent", [.path(Self.path)]
            ) { done($0.error) }
        }
    }

    /// Takes itself back.
    func withdraw(_ done: @escaping @LoopActor () -> Void) {
        settle(false)
        daemon.call(
            BlueZ.manager, BlueZ.agentManager, "UnregisterAgent", [.path(Self.path)]
        ) { [daemon] _ in
            daemon.connection.withdraw(Self.path)
            done()
        }
    }

    /// bluetoothd is gone; nobody waits for an answer.
    func vanished() {
        settle(false)
        daemon.connection.withdraw(Self.path)
    }

    private var interface: BusInterface {
        BusInterface(
            BlueZ.agent,
            methods: [
                method("Release") { _, request in request.reply() },
                method("Cancel") { agent, request in
                    request.reply()
                    agent.cancel()
                },
                method("DisplayPasskey", "ouq") { agent, request in agent.show(request) },
                method("RequestConfirmation", "ou") { agent, request in agent.compare(request) },
                method("RequestAuthorization", "o") { agent, request in agent.confirm(request) },
                // Only old phones and computers ask for these.
                method("RequestPinCode", "o", returns: "s", Self.reject),
                method("DisplayPinCode", "os", Self.reject),
                method("RequestPasskey", "o", returns: "u", Self.reject),
                // No phone needs a service of ours.
                method("AuthorizeService", "os", Self.reject),
            ])
    }

    private func method(
        _ name: String, _ takes: BusSignature = "", returns: BusSignature = "",
        _ body: @escaping @LoopActor (PairingAgent, BusRequest) -> Void
    ) -> BusMethod {
        BusMethod(name, takes: takes, returns: returns) { [weak self] request in
            // Whoever else may call us is not bluetoothd.
            guard let self, request.sender == daemon.owner else { return }
            body(self, request)
        }
    }

    private static func reject(_ agent: PairingAgent, _ request: BusRequest) {
        request.fail(rejected, "Not supported")
    }

    private func show(_ request: BusRequest) {
        // It is told again for each digit that is typed.
        if request.arguments.last?.asInt == 0 {
            tell(.passkey(Self.digits(request.arguments[1]), phone: name(request)))
        }
        request.reply()
    }

    private func compare(_ request: BusRequest) {
        hold(request)
        tell(
            .compare(Self.digits(request.arguments[1]), phone: name(request)) { [weak self] yes in
                self?.answer(request, yes)
            })
    }

    private func confirm(_ request: BusRequest) {
        // A phone that claims to have neither display nor keys would do without the number.
        guard method == .confirm else { return Self.reject(self, request) }
        hold(request)
        tell(.confirm(phone: name(request)) { [weak self] yes in self?.answer(request, yes) })
    }

    private func hold(_ request: BusRequest) {
        settle(false)
        let timer = EventLoop.shared.after(patience) { [weak self] in
            self?.answer(request, false)
        }
        open = (request, timer)
    }

    private func answer(_ request: BusRequest, _ isYes: Bool) {
        guard open?.request === request else { return }
        settle(isYes)
        if !isYes { refused() }
    }

    private func settle(_ isYes: Bool) {
        guard let (request, timer) = open else { return }
        open = nil
        EventLoop.shared.cancel(timer)
        if isYes { request.reply() } else { request.fail(Self.rejected, "Rejected") }
    }

    private func cancel() {
        guard open != nil else { return }
        settle(false)
        tell(.withdrawn)
    }

    private func name(_ request: BusRequest) -> String {
        let device = request.arguments.first?.asPath.flatMap { daemon.tree[$0, BlueZ.device] }
        return device?.text("Alias") ?? device?.text("Address") ?? ""
    }

    /// Six digits, as phones show them.
    private static func digits(_ value: BusValue) -> String {
        let number = String(value.asInt ?? 0)
        return String(repeating: "0", count: max(0, 6 - number.count)) + number
    }
}
