package import Linux

/// A radio with which phones can be paired.
@LoopActor
package protocol PairingRadio: Radio {
    /// What phones call the host.
    var hostName: String { get }

    /// Lets one phone pair, as soon as there is an adapter; events come until `closed`.
    func openWindow(
        _ method: PairingMethod, for time: Duration,
        _ tell: @escaping @LoopActor (PairingEvent) -> Void)

    /// Lets no phone pair any more.
    func closeWindow()
}
