import Linux
import Radio

/// The radio that an adapter and the keys belong to.
@LoopActor
protocol KernelOwner: PartOwner {
    /// What to tell the adapter with this address, which has these settings.
    func setUp(_ address: PeerAddress, _ settings: ControllerSettings) -> AdapterSetup

    /// Another process has changed the bonds.
    func bondsChanged()
}
