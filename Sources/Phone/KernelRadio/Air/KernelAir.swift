import Linux
import Radio

/// Scanning for beacons, and broadcasting messages in addition to the advertisement for phones,
/// through the kernel.
@LoopActor
final class KernelAir {
    private let management: any ManagementChannel
    private weak let owner: (any PartOwner)?
    private(set) lazy var listener = KernelListener(management, pace: pace, for: self)
    private let pace: Pace
    private var tell: (@LoopActor (AirEvent) -> Void)?
    private(set) var messages: [AirBroadcast] = []
    private var adapter: ControllerIndex?
    /// Advertising features of the adapter, once read.
    private(set) var features: AdvertisingFeatures?
    /// Error of reading the features.
    private(set) var failure: ManagementFailure?
    private var isAsking = false
    /// Request to the current adapter.
    private let work = Work()
    private let alarm: Alarm
    private var pause = GrowingPause(.seconds(1) ... .seconds(30))

    /// - Parameter owner: compares the desired with the present state when the desired advertisements change.
    init(_ management: any ManagementChannel, pace: Pace, for owner: any PartOwner) {
        self.management = management
        self.pace = pace
        alarm = Alarm(on: pace)
        self.owner = owner
    }

    /// Messages to broadcast, within the adapter's capabilities.
    var broadcasts: KernelBroadcasts { KernelBroadcasts(messages: messages, features: features) }

    /// Switches to this ready adapter, or to none.
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

    /// Broadcasts exactly these messages.
    func broadcast(_ messages: [AirBroadcast]) {
        self.messages = messages
        owner?.compare()
    }

    /// Sets the handler of events; nil stops listening.
    func listen(_ newTell: (@LoopActor (AirEvent) -> Void)?) {
        tell = newTell
        // A second handler has missed the start of listening.
        if listener.isListening { newTell?(.listening(true)) }
        listener.update(on: adapter, isWanted: newTell != nil)
    }

    /// Handles a received message; most are irrelevant.
    ///
    /// - Parameter bond: returns the bond of a peer, if it has one.
    func take(_ found: FoundDevice, bond: (PeerAddress) -> String?) {
        guard let tell, listener.isListening, found.peer.kind != .bredr else { return }
        let bond = found.peer.isIdentity ? bond(found.peer) : nil
        guard let message = AirMessage(found, bond: bond) else { return }
        tell(.heard(message))
    }

    /// Reports that listening started or ended.
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
    /// Returns nil for a message that is neither from a paired phone nor possibly from a beacon.
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
    /// Number in the first two bytes, the lowest first; nil if there are fewer.
    fileprivate var leadingNumber: UInt16? {
        guard count >= 2 else { return nil }
        return UInt16(self[startIndex]) | UInt16(self[startIndex + 1]) << 8
    }
}
