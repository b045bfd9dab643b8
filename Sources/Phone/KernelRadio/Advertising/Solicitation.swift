import Radio

/// What phones find the host by.
struct Solicitation: Equatable {
    var shape: Shape
    /// What the host asks phones for.
    var service: ServiceID
    var name: String
    /// Phones that are not paired may find it.
    var isDiscoverable: Bool
    /// Seconds until others have the air; 0 where nobody has to wait.
    var turn: UInt16 = 0

    /// The same for the kernel.
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
        // Phones that know the host need no name, and neighbours should not have it for ever.
        if isDiscoverable { response.addName(name) }
        return Advertisement(
            instance: KernelAdvertiser.solicitation, flags: flags, duration: turn, data: data.bytes,
            scanResponse: response.bytes)
    }
}
