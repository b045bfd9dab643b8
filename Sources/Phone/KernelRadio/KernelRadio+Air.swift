import Linux
package import Radio

extension KernelRadio: AirRadio {
    /// Starts listening.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        kernelAir.listen(tell)
    }

    /// Stops listening.
    package func stopListening() {
        kernelAir.listen(nil)
    }

    /// Broadcasts these messages in addition to the advertisement for phones.
    package func broadcast(_ messages: [AirBroadcast]) {
        kernelAir.broadcast(messages)
    }

    /// Actual state of scanning and broadcasting.
    package var air: AirCondition {
        let broadcasts = kernelAir.broadcasts
        return AirCondition(
            listening: listeningCondition,
            hasExtendedAdvertising: broadcasts.features?.isExtended,
            broadcasts: broadcasts.messages.indices.map { place in
                var condition = broadcasts.condition(of: place, on: advertiser)
                if broadcasts.features == nil {
                    condition.problem = kernelAir.failure.map {
                        "the advertising features of the adapter cannot be read: \($0)"
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

    /// Reads the signal strength from the kernel, which reads it from the adapter at most once a
    /// second.
    package func signal(of bond: String) async -> Int? {
        guard let adapter, adapter.isReady,
            let peer = bonds.ring.bonds(on: adapter.address.address).first(where: {
                $0.name == bond
            })?.peer
        else { return nil }
        let answer = await kernel.management.answer(
            to: .readConnectionInformation(peer), of: adapter.index)
        return try? answer.parsed(signalOfConnection(parsing:)).get()
    }
}
