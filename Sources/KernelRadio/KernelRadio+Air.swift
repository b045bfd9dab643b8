import Bluetooth
import Linux
package import Radio

extension KernelRadio: AirRadio {
    /// Listens from now on.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        kernelAir.listen(tell)
    }

    /// Listens no longer.
    package func stopListening() {
        kernelAir.listen(nil)
    }

    /// Sends these beside what phones find the host by.
    package func broadcast(_ messages: [AirBroadcast]) {
        kernelAir.broadcast(messages)
    }

    /// What the air gets of all that.
    package var air: AirCondition {
        let broadcasts = kernelAir.broadcasts
        return AirCondition(
            listening: listeningCondition,
            hasExtendedAdvertising: broadcasts.features?.isExtended,
            broadcasts: broadcasts.messages.indices.map { place in
                var condition = broadcasts.condition(of: place, on: advertiser)
                if broadcasts.features == nil {
                    condition.problem = kernelAir.failure.map {
                        "the kernel does not say what the adapter can send: \($0)"
                    }
                }
                return condition
            })
    }

    private var listeningCondition: AirCondition.Listening {
        switch kernelAir.listener.failure {
        case nil: .passive
        case .status(.unknownCommand):
            .never("the kernel cannot listen for beacons: it is older than Linux 5.10")
        case .status(.notSupported): .never("the adapter cannot listen for beacons")
        case let failure?: .never("the kernel does not listen: \(failure)")
        }
    }

    /// Asks the kernel, which asks the adapter at most once a second.
    package func askSignal(of bond: String, _ tell: @escaping @LoopActor (Int?) -> Void) {
        guard let adapter, adapter.isReady,
            let peer = bonds.ring.bonds(on: adapter.address.address).first(where: {
                $0.name == bond
            })?.peer
        else { return tell(nil) }
        kernel.management.send(.readConnectionInformation(peer), to: adapter.index) { result in
            let signal = try? result.parsed(signalOfConnection(parsing:)).get()
            tell(signal.flatMap { $0 })
        }
    }
}
