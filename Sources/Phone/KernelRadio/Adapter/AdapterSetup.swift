/// What an adapter is told so that phones can come to it, and to leave it as it was.
struct AdapterSetup {
    typealias Step = CommandStep

    /// How often it advertises, in units of 0.625 ms: 152.5 ms, at which iPhones still look when they
    /// save power (Accessory Design Guidelines for Apple Devices, 55.5).
    private static let interval: UInt16 = 244

    /// Advertisements, and what is listened for, outlive both their program and the adapter's being off; kernels
    /// that do not listen refuse the second.
    private static let clearing = [
        Step(command: .removeAdvertising(instance: 0), isOptional: true),
        Step(command: .removeAdvertisementMonitor(0), isOptional: true),
    ]

    let name: String
    let ring: KeyRing
    let address: PeerAddress
    /// How the adapter is when it begins.
    let settings: ControllerSettings
    /// Whether it shows its lasting address while phones can pair.
    var isPrivacyLimited = false

    /// All bonds' keys, in place of those that the kernel has.
    var keys: [Step] {
        let bonds = ring.bonds(on: address.address)
        return [
            Step(command: .loadLongTermKeys(bonds.flatMap(\.keys).filter(\.isSound))),
            // Only after this, even of none, does the kernel ask phones for theirs.
            Step(command: .loadIdentityResolvingKeys(bonds.compactMap(\.identityKey))),
        ]
    }

    /// Everything from the beginning; much of it the kernel takes only while the adapter is off.
    var steps: [Step] {
        let off = settings.contains(.powered) ? [Step(command: .setPowered(false))] : []
        return off + Self.clearing + [
            Step(command: .setLowEnergy(true)),
            // Adapters without it refuse.
            Step(command: .setBREDR(false), isOptional: true),
            Step(command: .setSecureConnections(.on), isOptional: true),
            Step(
                command: .setPrivacy(key: ring.hostKey, isLimited: isPrivacyLimited),
                isOptional: true),
            Step(command: .setBondable(false)),
            Step(command: .setIOCapability(.noInputNoOutput)),
            Step(command: .setLocalName(name), isOptional: true),
            Step(
                command: .setDefaultSystemConfiguration([
                    .shortestAdvertisingInterval(Self.interval),
                    .longestAdvertisingInterval(Self.interval),
                ]), isOptional: true),
        ] + keys + [Step(command: .setPowered(true))]
    }

    /// Takes back what no other program should have to, to how the adapter was in the beginning.
    static func undoing(to settings: ControllerSettings) -> [Step] {
        var steps = [
            Step(command: .loadLongTermKeys([]), isOptional: true),
            Step(command: .loadIdentityResolvingKeys([]), isOptional: true),
            Step(command: .setPowered(false), isOptional: true),
        ]
        steps += clearing
        steps += [
            Step(command: .setPrivacy(key: nil), isOptional: true),
            Step(command: .setBondable(settings.contains(.bondable)), isOptional: true),
        ]
        if settings.contains(.bredr) {
            steps.append(Step(command: .setBREDR(true), isOptional: true))
        }
        if settings.contains(.powered) {
            steps.append(Step(command: .setPowered(true), isOptional: true))
        }
        return steps
    }
}
