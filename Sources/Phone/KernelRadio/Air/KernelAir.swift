import Linux
import Radio

/// What the radio hears of the air and sends to it, beside phones.
@LoopActor
final class KernelAir {
    private let management: any ManagementChannel
    private weak let owner: (any PartOwner)?
    private(set) lazy var listener = KernelListener(management, pace: pace, for: self)
    private let pace: Pace
    private var tell: (@LoopActor (AirEvent) -> Void)?
    private(set) var messages: [AirBroadcast] = []
    private var adapter: ControllerIndex?
    /// What the adapter can do, once it was asked.
    private(set) var features: AdvertisingFeatures?
    /// Why it did not say that.
    private(set) var failure: ManagementFailure?
    private var isAsking = false
    /// How often the adapter went.
    private let work = Work()
    private let alarm: Alarm
    private var pause = GrowingPause(.seconds(1) ... .seconds(30))

    /// - Parameter owner: compares when something else is to be on the air.
    init(_ management: any ManagementChannel, pace: Pace, for owner: any PartOwner) {
        self.management = management
        self.pace = pace
        alarm = Alarm(on: pace)
        self.owner = owner
    }

    /// What is to be sent, as the adapter can.
    var broadcasts: KernelBroadcasts { KernelBroadcasts(messages: messages, features: features) }

    /// Goes by the adapter that is ready, or by none.
    func update(on newAdapter: ControllerIndex?) {
        if newAdapter != adapter {
            adapter = newAdapter
            features = nil
            failure = nil
            isAsking = false
            work.cancel()
            alarm.cancel()
            pause.reset()
        }
        if !messages.isEmpty { askFeatures() }
        listener.update(on: adapter, isWanted: tell != nil)
    }

    /// Sends these, and no others.
    func broadcast(_ messages: [AirBroadcast]) {
        self.messages = messages
        owner?.compare()
    }

    /// Tells what is heard until it is to tell nothing.
    func listen(_ newTell: (@LoopActor (AirEvent) -> Void)?) {
        tell = newTell
        // Who comes second has missed that it listens already.
        if listener.isListening { newTell?(.listening(true)) }
        listener.update(on: adapter, isWanted: newTell != nil)
    }

    /// Takes what somebody has sent; most of it is of no concern to anybody.
    ///
    /// - Parameter bond: names the bond of a peer that has one.
    func take(_ found: FoundDevice, bond: (PeerAddress) -> String?) {
        guard let tell, listener.isListening, found.peer.kind != .bredr else { return }
        let bond = found.peer.isIdentity ? bond(found.peer) : nil
        guard let message = AirMessage(found, bond: bond) else { return }
        tell(.heard(message))
    }

    /// Tells whether it listens, which is another thing from now on.
    func isNow(listening isListening: Bool) { tell?(.listening(isListening)) }

    private func askFeatures() {
        guard let adapter, features == nil, !isAsking, !alarm.isSet else { return }
        isAsking = true
        work.begin { [self] in
            let answer = await management.answer(to: .readAdvertisingFeatures, of: adapter)
            guard !Task.isCancelled else { return }
            isAsking = false
            switch answer.parsed(AdvertisingFeatures.init(parsing:)) {
            case .success(let found):
                features = found
                failure = nil
                owner?.compare()
            case .failure(let failure):
                self.failure = failure
                alarm.set(after: pause.take(), for: self) { $0.askFeatures() }
            }
        }
    }
}

extension AirMessage {
    /// What somebody has sent; nil where nobody makes anything of it.
    fileprivate init?(_ found: FoundDevice, bond: String?) {
        var makers: [AirData] = []
        var services: [AirData] = []
        for (field, content) in found.fields {
            guard let number = content.leadingNumber else { continue }
            let rest = content.dropFirst(2)
            switch field {
            case .manufacturerData where bond != nil || Self.wants(number, rest):
                makers.append(AirData(number, Array(rest)))
            case .serviceData16 where bond != nil || Self.wants(service: number):
                services.append(AirData(number, Array(rest)))
            default: break
            }
        }
        guard bond != nil || !makers.isEmpty || !services.isEmpty else { return nil }
        self.init(
            address: found.peer.address.description, bond: bond, signal: found.signal,
            manufacturerData: makers, serviceData: services)
    }
}

extension ArraySlice<UInt8> {
    /// The number in the first two bytes, the lowest first.
    fileprivate var leadingNumber: UInt16? {
        guard count >= 2 else { return nil }
        return UInt16(self[startIndex]) | UInt16(self[startIndex + 1]) << 8
    }
}
