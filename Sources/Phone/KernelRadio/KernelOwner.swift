import Linux
import Radio

/// Radio that owns an adapter and the keys.
@LoopActor
protocol KernelOwner: PartOwner {
    /// Returns the setup of the adapter with this address and these settings.
    func setUp(_ address: PeerAddress, _ settings: ControllerSettings) -> AdapterSetup

    /// Handles changed bonds.
    func bondsChanged()
}
