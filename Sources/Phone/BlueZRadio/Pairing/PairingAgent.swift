import DBus
import Linux
import Radio

/// Pairing agent for bluetoothd, registered only while a window is open.
@LoopActor
final class PairingAgent {
    private static let path: ObjectPath = "/org/callboard/agent"
    private static let rejected = "org.bluez.Error.Rejected"

    private let daemon: BlueZDaemon
    private weak var owner: (any PairingAgentOwner)?
    /// Request of bluetoothd being handled.
    private var current: BusRequest?
    /// Requests that wait for the user's answer, by question.
    private var held: [PairingQuestion: BusRequest] = [:]

    init(_ daemon: BlueZDaemon, for owner: any PairingAgentOwner) {
        self.daemon = daemon
        self.owner = owner
    }

    /// Registers the agent.
    func register(_ method: PairingMethod) async throws(BusError) {
        try daemon.connection.export(BusObject([interface]), at: Self.path)
        try await ask("RegisterAgent", .string(method.capability))
        if owner?.isOpen == true { try await ask("RequestDefaultAgent") }
    }

    /// Unregisters and registers the agent.
    func renew(_ method: PairingMethod) async throws(BusError) {
        // Errors do not matter: an agent unknown to bluetoothd need not be unregistered.
        try? await ask("UnregisterAgent")
        if owner?.isOpen == true { try await register(method) }
    }

    private func ask(_ member: String, _ arguments: BusValue...) async throws(BusError) {
        _ = try await daemon.call(
            BlueZ.manager, BlueZ.agentManager, member, [.path(Self.path)] + arguments)
    }

    /// Unregisters the agent.
    func withdraw() {
        LoopActor.begin { [self] in
            _ = try? await ask("UnregisterAgent")
            vanished()
        }
    }

    /// Removes the agent's object after bluetoothd is gone.
    func vanished() {
        daemon.connection.withdraw(Self.path)
    }

    /// Refuses the current request.
    ///
    /// bluetoothd ignores that if the request only displays a number; the phone is then
    /// disconnected, unless the window has closed.
    func refuse(_ ask: PairingAsk, of device: ObjectPath, isOpen: Bool) {
        fail(current)
        current = nil
        switch ask {
        case .type, .typed: if isOpen { daemon.tell(device, BlueZ.device, "Disconnect") }
        case .compare, .confirm, .other: break
        }
    }

    /// Holds the current request until the user has answered.
    func hold(_ question: PairingQuestion) {
        held[question] = current
        current = nil
    }

    /// Answers a held request.
    func answer(_ question: PairingQuestion, _ isYes: Bool) {
        guard let request = held.removeValue(forKey: question) else { return }
        if isYes { request.reply() } else { fail(request) }
    }

    private func fail(_ request: BusRequest?) {
        request?.fail(Self.rejected, "Rejected")
    }

    // MARK: Methods called by bluetoothd

    private var interface: BusInterface {
        BusInterface(
            BlueZ.agent,
            methods: [
                method("Release") { _, request in request.reply() },
                method("Cancel") { agent, request in
                    request.reply()
                    agent.owner?.takesBack()
                },
                // Called again for each typed digit.
                method("DisplayPasskey", "ouq") { agent, request in
                    let isFirst = request.arguments.last?.asInt == 0
                    agent.take(request, isFirst ? .type(Self.number(request)) : .typed)
                },
                method("RequestConfirmation", "ou") { agent, request in
                    agent.take(request, .compare(Self.number(request)))
                },
                method("RequestAuthorization", "o") { agent, request in
                    agent.take(request, .confirm)
                },
                // Only old phones and computers use these.
                method("RequestPinCode", "o", returns: "s", Self.reject),
                method("DisplayPinCode", "os", Self.reject),
                method("RequestPasskey", "o", returns: "u", Self.reject),
                // Phones need no service of this host.
                method("AuthorizeService", "os", Self.reject),
            ])
    }

    private func method(
        _ name: String, _ takes: BusSignature = "", returns: BusSignature = "",
        _ body: @escaping @LoopActor (PairingAgent, BusRequest) -> Void
    ) -> BusMethod {
        BusMethod(name, takes: takes, returns: returns) { [weak self] request in
            // Calls of other programs are ignored.
            guard let self, request.sender == daemon.owner else { return }
            body(self, request)
        }
    }

    private static func reject(_ agent: PairingAgent, _ request: BusRequest) {
        agent.fail(request)
    }

    private func take(_ request: BusRequest, _ ask: PairingAsk) {
        guard let owner, let device = request.arguments.first?.asPath else { return fail(request) }
        current = request
        owner.asks(device, ask)
        // A request that was neither refused nor held only displays a number.
        current?.reply()
        current = nil
    }

    private static func number(_ request: BusRequest) -> UInt32 {
        UInt32(clamping: request.arguments[1].asInt ?? 0)
    }
}

/// Window of an agent.
@LoopActor
protocol PairingAgentOwner: AnyObject {
    /// Whether phones may pair, or may do so shortly.
    var isOpen: Bool { get }
    /// Handles a pairing request, which is refused, held or accepted before this returns.
    func asks(_ device: ObjectPath, _ ask: PairingAsk)
    /// Handles a cancelled request.
    func takesBack()
}
