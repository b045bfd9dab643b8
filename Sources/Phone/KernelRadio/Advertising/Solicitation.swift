import Radio

/// Advertisement by which phones find the host.
struct Solicitation: Equatable {
    var shape: Shape
    /// Service that the host solicits.
    var service: ServiceID
    var name: String
    /// Whether unpaired phones may find it.
    var isDiscoverable: Bool
    /// Seconds until other advertisements get their turn; 0 if there are none waiting.
    var turn: UInt16 = 0

    /// The advertisement for the kernel.
    var placement: KernelAdvertiser.Placement {
        .init(
            instance: KernelAdvertiser.solicitation, commands: [.addAdvertising(advertisement)])
    }

    private var advertisement: Advertisement {
        let flags: Advertisement.Flags =
            isDiscoverable ? [.connectable, .discoverable] : [.connectable, .flagsField]
        var data = AdvertisingData(reserved: flags.bytesAdded)
        if let appearance = shape.appearance {
            data.addServices16([Keyboard.service])
            data.addAppearance(appearance)
        }
        // The lowest byte first.
        data.addSolicitation(
            (0..<16).map { UInt8(truncatingIfNeeded: service.uuid >> (8 * $0)) })
        var response = AdvertisingData()
        // Known phones need no name, and neighbours should not see it permanently.
        if isDiscoverable { response.addName(name) }
        return Advertisement(
            instance: KernelAdvertiser.solicitation, flags: flags, duration: turn, data: data.bytes,
            scanResponse: response.bytes)
    }
}
