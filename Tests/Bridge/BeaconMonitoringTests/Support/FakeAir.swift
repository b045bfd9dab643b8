import Linux
import Radio

/// A radio that hears what a test says.
@LoopActor
final class FakeAir: AirRadio {
    /// Whether it listens, and how often it was asked to.
    private(set) var isListening = false
    private(set) var listenings = 0
    private(set) var messages: [AirBroadcast] = []
    /// The bonds that were asked for.
    private(set) var asked: [String] = []
    var signals: [String: Int] = [:]
    var listening = AirCondition.Listening.passive
    /// Whether its adapter is there.
    var isOn = true {
        didSet { if let tell { tell(.listening(isOn)) } }
    }
    private var tell: (@LoopActor (AirEvent) -> Void)?

    func start(for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void) {}

    func stop() async {}

    func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        self.tell = tell
        isListening = true
        listenings += 1
        if isOn { tell(.listening(true)) }
    }

    func stopListening() {
        tell = nil
        isListening = false
    }

    func broadcast(_ messages: [AirBroadcast]) { self.messages = messages }

    var air: AirCondition { AirCondition(listening: listening) }

    func signal(of bond: String) async -> Int? {
        asked.append(bond)
        return signals[bond]
    }

    /// Somebody sends; nobody hears it while the radio does not listen.
    func send(_ message: AirMessage) {
        if isOn { tell?(.heard(message)) }
    }
}
