import DBus
import Linux
import Radio

/// What bluetoothd asks when a phone wants to pair; it is there only while a window is open.
@LoopActor
final class PairingAgent {
    private static let path: ObjectPath = "/org/callboard/agent"
    private static let rejected = "org.bluez.Error.Rejected"

    private let daemon: BlueZDaemon
    private weak var owner: (any PairingAgentOwner)?
    /// What bluetoothd has asked just now.
    private var current: BusRequest?
    /// What it waits for; a question that is not answered gives way to the next one.
    private var held: [PairingQuestion: BusRequest] = [:]

    init(_ daemon: BlueZDaemon, for owner: any PairingAgentOwner) {
        self.daemon = daemon
        self.owner = owner
    }

    /// Offers itself to bluetoothd.
    func register(_ method: PairingMethod) async throws(BusError) {
        try daemon.connection.export(BusObject([interface]), at: Self.path)
        try await ask("RegisterAgent", .string(method.capability))
        if owner?.isOpen == true { try await ask("RequestDefaultAgent") }
    }

    /// Takes itself back and offers itself again.
    func renew(_ method: PairingMethod) async throws(BusError) {
        // What bluetoothd does not know need not be taken back.
        try? await ask("UnregisterAgent")
        if owner?.isOpen == true { try await register(method) }
    }

    private func ask(_ member: String, _ arguments: BusValue...) async throws(BusError) {
        _ = try await daemon.call(
            BlueZ.manager, BlueZ.agentManager, member, [.path(Self.path)] + arguments)
    }

    /// Takes itself back.
    func withdraw() {
        LoopActor.begin { [self] in
            _ = try? await ask("UnregisterAgent")
            vanished()
        }
    }

    /// bluetoothd is gone; nobody waits for an answer.
    func vanished() {
        daemon.connection.withdraw(Self.path)
    }

    /// Says no to what was just asked; bluetoothd does not listen to that where it only shows a number.
    func refuse(_ ask: PairingAsk, of device: ObjectPath, isOpen: Bool) {
        fail(current)
        current = nil
        switch ask {
        case .type, .typed: if isOpen { daemon.tell(device, BlueZ.device, "Disconnect") }
        case .compare, .confirm, .other: break
        }
    }

    /// Keeps what was just asked until a person has answered.
    func hold(_ question: PairingQuestion) {
        held[question] = current
        current = nil
    }

    /// Answers what was kept.
    func answer(_ question: PairingQuestion, _ isYes: Bool) {
        guard let request = held.removeValue(forKey: question) else { return }
        if isYes { request.reply() } else { fail(request) }
    }

    private func fail(_ request: BusRequest?) {
        request?.fail(Self.rejected, "Rejected")
    }

    // MARK: What bluetoothd calls

    private var interface: BusInterface {
        BusInterface(
            BlueZ.agent,
            methods: [
                method("Release") { _, request in request.reply() },
                method("Cancel") { agent, request in
                    request.reply()
                    agent.owner?.takesBack()
                },
                // It is told again for each digit that is typed.
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
        agent.fail(request)
    }

    private func take(_ request: BusRequest, _ ask: PairingAsk) {
        guard let owner, let device = request.arguments.first?.asPath else { return fail(request) }
        current = request
        owner.asks(device, ask)
        // What was neither refused nor kept is only to be shown.
        current?.reply()
        current = nil
    }

    private static func number(_ request: BusRequest) -> UInt32 {
        UInt32(clamping: request.arguments[1].asInt ?? 0)
    }
}

/// What an agent needs of its window.
@LoopActor
protocol PairingAgentOwner: AnyObject {
    /// Whether phones may pair, or are about to be let.
    var isOpen: Bool { get }
    /// A device wants to pair: what is asked is refused or held before this returns, or taken.
    func asks(_ device: ObjectPath, _ ask: PairingAsk)
    /// bluetoothd needs no answer any more.
    func takesBack()
}
