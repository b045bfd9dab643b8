package import Linux

@LoopActor
package protocol PairingRadio: Radio {
    /// Name of the host as phones see it.
    var hostName: String { get }

    /// Lets one phone pair as soon as there is an adapter; events are reported until `closed`.
    func openWindow(
        _ method: PairingMethod, for time: Duration,
        _ tell: @escaping @LoopActor (PairingEvent) -> Void)

    /// Stops pairing.
    func closeWindow()
}
