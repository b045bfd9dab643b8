import DBus
import Linux
import Radio

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
    private let ended: @LoopActor (Outcome) -> Void
    /// What bluetoothd waits for.
    private var open: (request: BusRequest, timer: TimerID)?
    /// The phone that pairs at the moment; others are turned away meanwhile.
    private var guest: (device: ObjectPath, timer: TimerID)?
    /// Those that were.
    private var turnedAway: Set<ObjectPath> = []
    /// Whether it lets nobody in any more.
    private var isClosed = false
    /// The phone that a person let in last, or that has to know the number by now.
    private(set) var admitted: ObjectPath?
    /// Every phone that a person let in.
    private(set) var everAdmitted: Set<ObjectPath> = []

    /// What became of a question.
    enum Outcome {
        /// A person said no, or nothing.
        case refused
        /// A person let this phone in; now it is the phone's turn.
        case admitted(ObjectPath)
    }

    /// - Parameters:
    ///   - tell: takes what a person must see or answer.
    ///   - ended: called with what became of each question.
    init(
        _ daemon: BlueZDaemon, patience: Duration = patience,
        tell: @escaping @LoopActor (PairingEvent) -> Void,
        ended: @escaping @LoopActor (Outcome) -> Void
    ) {
        self.daemon = daemon
        self.patience = patience
        self.tell = tell
        self.ended = ended
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
            guard let self, !isClosed, result.error == nil else { return done(result.error) }
            daemon.call(
                BlueZ.manager, BlueZ.agentManager, "RequestDefaultAgent", [.path(Self.path)]
            ) { done($0.error) }
        }
    }

    /// Takes itself back; from this moment on it lets nobody in.
    func withdraw(_ done: @escaping @LoopActor () -> Void) {
        shut()
        daemon.call(
            BlueZ.manager, BlueZ.agentManager, "UnregisterAgent", [.path(Self.path)]
        ) { [daemon] _ in
            daemon.connection.withdraw(Self.path)
            done()
        }
    }

    /// bluetoothd is gone; nobody waits for an answer.
    func vanished() {
        shut()
        daemon.connection.withdraw(Self.path)
    }

    /// Notices that a phone which was let in has gone instead of pairing: bluetoothd says nothing of
    /// an owner who refuses on the phone.
    func look() {
        guard open == nil, let guest, admitted == guest.device, !isConnected(guest.device)
        else { return }
        release()
        tell(.withdrawn)
    }

    private func shut() {
        isClosed = true
        settle(false)
        release()
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
        guard let device = receive(request) else {
            // bluetoothd does not listen to a refusal of this.
            if let other = request.arguments[0].asPath, !isClosed {
                daemon.call(other, BlueZ.device, "Disconnect")
            }
            return
        }
        request.reply()
        // It is told again for each digit that is typed.
        guard request.arguments.last?.asInt == 0 else { return }
        tell(.passkey(Self.digits(request.arguments[1]), phone: name(device)))
        admit(device)
    }

    private func compare(_ request: BusRequest) {
        guard let device = receive(request) else { return }
        hold(request)
        tell(
            .compare(Self.digits(request.arguments[1]), phone: name(device)) { [weak self] yes in
                self?.answer(request, yes)
            })
    }

    private func confirm(_ request: BusRequest) {
        // A phone that claims to have neither display nor keys would do without the number.
        guard method == .confirm else { return Self.reject(self, request) }
        guard let device = receive(request) else { return }
        hold(request)
        tell(.confirm(phone: name(device)) { [weak self] yes in self?.answer(request, yes) })
    }

    /// The phone that a request is about, or nil where it was refused: one phone pairs at a time.
    private func receive(_ request: BusRequest) -> ObjectPath? {
        guard !isClosed, let device = request.arguments.first?.asPath else {
            Self.reject(self, request)
            return nil
        }
        if let guest, guest.device != device, isConnected(guest.device) {
            request.fail(Self.rejected, "Another phone is pairing")
            if turnedAway.insert(device).inserted { tell(.turnedAway(phone: name(device))) }
            return nil
        }
        receive(device)
        return device
    }

    /// A phone pairs, until it goes or is silent for too long.
    private func receive(_ device: ObjectPath) {
        release()
        let timer = EventLoop.shared.after(patience) { [weak self] in self?.guest = nil }
        guest = (device, timer)
    }

    private func release() {
        if let guest { EventLoop.shared.cancel(guest.timer) }
        guest = nil
    }

    private func isConnected(_ device: ObjectPath) -> Bool {
        daemon.tree[device, BlueZ.device]?.isTrue("Connected") == true
    }

    private func admit(_ device: ObjectPath) {
        // The phone's owner may take as long as the one here.
        receive(device)
        admitted = device
        everAdmitted.insert(device)
        ended(.admitted(device))
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
        guard isYes else { return ended(.refused) }
        if let device = request.arguments.first?.asPath { admit(device) }
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
        release()
        tell(.withdrawn)
    }

    private func name(_ path: ObjectPath) -> String {
        let device = daemon.tree[path, BlueZ.device]
        return device?.text("Alias") ?? device?.text("Address") ?? ""
    }

    /// Six digits, as phones show them.
    private static func digits(_ value: BusValue) -> String {
        let number = String(value.asInt ?? 0)
        return String(repeating: "0", count: max(0, 6 - number.count)) + number
    }
}
