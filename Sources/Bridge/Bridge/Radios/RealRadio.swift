import BlueZRadio
package import Commands
package import Configuration
import KernelRadio
import Linux
package import Radio

extension RealRadio {
    /// The reason why this process cannot use the radio; nil if it can.
    package var refusal: StateOptions.Refusal? {
        switch self {
        case .bluez: nil
        case .kernel: KernelObstacle.find().map(StateOptions.Refusal.init)
        }
    }
}

@LoopActor
extension RealRadio {
    /// Creates the radio with these settings and state folder.
    package func make(_ settings: BridgeSettings, _ state: StateOptions) -> any PairingRadio {
        switch self {
        case .bluez:
            BlueZRadio(
                BlueZRadio.Options(
                    adapter: settings.adapter, shape: settings.shape, name: settings.name,
                    mode: settings.dataSource, memory: state.memory))
        case .kernel:
            KernelRadio(
                KernelRadio.Options(
                    adapter: settings.adapter, shape: settings.shape, name: settings.name,
                    memory: state.memory, folder: state.folder))
        }
    }

    /// Returns the phones paired with this radio, with their bond store.
    package func phones(_ adapter: AdapterChoice, _ state: StateOptions) -> KnownPhones {
        KnownPhones(memory: state.memory) {
            switch self {
            case .bluez: BlueZBondStore(adapter: adapter)
            case .kernel: KernelBondStore(adapter: adapter, folder: state.folder)
            }
        }
    }
}
