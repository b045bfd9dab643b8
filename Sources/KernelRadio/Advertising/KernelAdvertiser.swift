import Bluetooth
import Linux
import Radio

/// Keeps the advertisement on air through which phones find the host.
@LoopActor
final class KernelAdvertiser {
    /// What is to be on air.
    struct Wish: Equatable {
        var adapter: ControllerIndex
        var shape: Shape
        /// What the host asks phones for.
        var service: ServiceID
        var name: String
        /// Phones that are not paired may find it.
        var isDiscoverable: Bool
        /// How many connections have come and gone: each may take the advertisement off the air.
        var connections: Int

        /// The same for the kernel.
        var advertisement: Advertisement {
            let flags: Advertisement.Flags =
                isDiscoverable ? [.connectable, .discoverable] : [.connectable, .flagsField]
            var data = AdvertisingData(reserved: flags.bytesAdded)
            if shape == .hid {
                data.addServices16([Keyboard.service])
                data.addAppearance(Keyboard.appearance)
            }
            // The lowest byte first.
            data.addSolicitation(
                (0..<16).map { UInt8(truncatingIfNeeded: service.uuid >> (8 * $0)) })
            var response = AdvertisingData()
            // Phones that know the host need no name, and neighbours should not have it for ever.
            if isDiscoverable { response.addName(name) }
            return Advertisement(
                flags: flags, data: data.bytes, scanResponse: response.bytes)
        }
    }

    private static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    private static let instance: UInt8 = 1

    private let management: any ManagementChannel
    private let changed: @LoopActor () -> Void
    private var wish: Wish?
    private var isAsking = false
    private var onAir: Wish?
    /// How often everything was taken off the air: what was asked for before that is not on it.
    private var clearings = 0
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    /// Why it failed last, until it succeeds.
    private(set) var failure: ManagementFailure?

    /// - Parameter changed: called when the advertisement came on air or was refused.
    init(
        _ management: any ManagementChannel, pace: Pace, changed: @escaping @LoopActor () -> Void
    ) {
        self.management = management
        alarm = Alarm(on: pace)
        self.changed = changed
    }

    /// Whether what is wished is on air.
    var isOnAir: Bool { wish != nil && onAir == wish }

    /// Sees to it that this is on air, or nothing; nothing needs to be taken back from an adapter that
    /// is made ready anew or left as it was.
    func update(to newWish: Wish?) {
        guard newWish != wish else { return }
        wish = newWish
        alarm.cancel()
        pause.reset()
        failure = nil
        if newWish == nil {
            onAir = nil
            clearings += 1
        }
        advance()
    }

    /// The kernel has dropped it.
    func take(removed instance: UInt8) {
        guard instance == Self.instance, !isAsking else { return }
        onAir = nil
        advance()
    }

    private func advance() {
        guard let wish, onAir != wish, !isAsking, !alarm.isSet else { return }
        isAsking = true
        let clearings = clearings
        management.send(.addAdvertising(wish.advertisement), to: wish.adapter) {
            [weak self] result in
            guard let self else { return }
            isAsking = false
            switch result {
            case .success:
                failure = nil
                pause.reset()
                if clearings == self.clearings { onAir = wish }
            case .failure(let failure):
                guard self.wish != nil else { return }
                self.failure = failure
                alarm.set(after: pause.take()) { [weak self] in self?.advance() }
            }
            advance()
            changed()
        }
    }
}
