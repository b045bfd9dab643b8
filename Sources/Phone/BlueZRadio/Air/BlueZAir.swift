import DBus
import Linux
import Radio

/// Scanning and broadcasting through bluetoothd, apart from phones.
@LoopActor
final class BlueZAir {
    /// Length of each message's turn if the adapter sends one advertisement at a time.
    static let turn: Duration = .seconds(1)
    /// Interval during a turn, set by the kernel regardless of the requested one.
    private static let intervalInTurn: Duration = .milliseconds(150)
    /// Intervals that bluetoothd accepts.
    private static let intervals: ClosedRange<Duration> =
        .milliseconds(20) ... .milliseconds(10_240)

    private static let path: ObjectPath = "/org/callboard/broadcast"

    private let daemon: BlueZDaemon
    private lazy var listener = BlueZListener(daemon, for: self)
    private var heard = HeardDevices()
    private var tell: (@LoopActor (AirEvent) -> Void)?
    private var messages: [AirBroadcast] = []
    private var advertisers: [Advertiser] = []
    private var adapter: ObjectPath?

    init(_ daemon: BlueZDaemon) {
        self.daemon = daemon
    }

    /// Switches to this powered adapter, or to none.
    func update(on newAdapter: ObjectPath?) {
        adapter = newAdapter
        listener.update(on: adapter, isWanted: tell != nil)
        for (place, advertiser) in advertisers.enumerated() {
            advertiser.update(to: place < messages.count ? wish(for: messages[place]) : nil)
        }
    }

    /// Broadcasts exactly these messages.
    func broadcast(_ messages: [AirBroadcast]) {
        self.messages = messages
        for place in advertisers.count..<max(advertisers.count, messages.count) {
            advertisers.append(
                Advertiser(daemon, at: Self.path.appending("\(place)"), for: nil))
        }
        update(on: adapter)
    }

    /// Sets the handler of events; nil stops listening.
    func listen(_ newTell: (@LoopActor (AirEvent) -> Void)?) {
        tell = newTell
        // A second handler has missed the start of listening.
        if listener.isListening { newTell?(.listening(true)) }
        listener.update(on: adapter, isWanted: newTell != nil)
    }

    /// Repeats the scan and all registrations.
    func renew() {
        listener.renew()
        for advertiser in advertisers { advertiser.renew() }
    }

    /// Stops listening and broadcasting.
    func stop() {
        tell = nil
        broadcast([])
    }

    /// Resets the state after bluetoothd is gone.
    func vanished() {
        adapter = nil
        listener.update(on: nil, isWanted: tell != nil)
        for advertiser in advertisers { advertiser.vanished() }
    }

    /// Handles new or changed properties of a device from which a message was received.
    ///
    /// - Parameter isAllowed: returns whether a phone was paired here.
    func take(
        _ properties: [String: BusValue], of path: ObjectPath, isAllowed: (String) -> Bool
    ) {
        guard let tell, listener.isListening, let adapter, path.isBelow(adapter),
            let device = daemon.tree[path, BlueZ.device], let address = device.text("Address")
        else { return }
        let isBonded = device.isTrue("Paired") && isAllowed(address)
        let message = heard.take(
            properties, of: path, address: address, bond: isBonded ? address : nil)
        guard let message else { return }
        listener.heard(path)
        tell(.heard(message))
    }

    func isNow(listening isListening: Bool) {
        daemon.tellsHeard = isListening
        heard = HeardDevices()
        tell?(.listening(isListening))
    }

    private func wish(for message: AirBroadcast) -> Advertiser.Desired? {
        let interval = min(
            max(message.interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        let milliseconds = BusValue.uint32(UInt32(clamping: Int64(interval / .milliseconds(1))))
        let entry = BusEntry(
            key: .uint16(message.data.number), value: .variant(.bytes(message.data.bytes)))
        return adapter.map { adapter in
            Advertiser.Desired(
                adapter: adapter,
                properties: [
                    "Type": .string("broadcast"),
                    "ManufacturerData": .map(key: "q", value: "v", [entry]),
                    "Duration": .uint16(UInt16(Self.turn.components.seconds)),
                    // Versions of bluetoothd before 5.77 ignore these.
                    "MinInterval": milliseconds, "MaxInterval": milliseconds,
                ])
        }
    }

    // MARK: State

    /// Actual state of scanning and broadcasting.
    var condition: AirCondition {
        AirCondition(
            listening: listener.failure.map { .never("bluetoothd does not scan: \($0)") }
                ?? .active,
            hasExtendedAdvertising: isExtended,
            broadcasts: messages.indices.map { place in
                let advertiser = advertisers[place]
                return BroadcastCondition(
                    name: messages[place].name, isOnAir: advertiser.isRegistered,
                    problem: advertiser.failure.map(Self.words),
                    interval: isExtended == false ? Self.intervalInTurn : nil,
                    turn: isExtended == false ? Self.turn : nil)
            })
    }

    private static func words(_ failure: BusError) -> String {
        // The error of bluetoothd for a full set of advertisements.
        if case .remote("org.bluez.Error.NotPermitted", _) = failure {
            return "bluetoothd has no room for another advertisement"
        }
        return "bluetoothd does not send it: \(failure)"
    }

    private var isExtended: Bool? {
        adapter.flatMap { daemon.tree[$0, BlueZ.advertisingManager] }.flatMap(Self.isExtended)
    }

    /// Returns whether an adapter can send several messages at once, and so has secondary channels;
    /// nil if bluetoothd does not report it.
    nonisolated static func isExtended(_ manager: ObjectTree.Properties) -> Bool? {
        manager["SupportedSecondaryChannels"]?.asStrings.map { !$0.isEmpty }
    }
}
