package import Linux

/// A radio through which phones can be paired.
@LoopActor
package protocol PairingRadio: Radio {
    /// Name of the host as phones see it.
    var hostName: String { get }

    /// Lets one phone pair; events are reported until `closed`, at once if no adapter is ready.
    func openWindow(
        _ method: PairingMethod, for time: Duration,
        _ tell: @escaping @LoopActor (PairingEvent) -> Void)

    /// Stops pairing.
    func closeWindow()
}
