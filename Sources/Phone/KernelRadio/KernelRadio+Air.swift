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
