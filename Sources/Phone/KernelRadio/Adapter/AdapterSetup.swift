/// Commands that prepare an adapter for phones, and that restore it.
struct AdapterSetup {
    typealias Step = CommandStep

    /// Advertising interval in units of 0.625 ms: 152.5 ms, at which iPhones still scan while
    /// saving power (Accessory Design Guidelines for Apple Devices, 55.5).
    private static let interval: UInt16 = 244

    /// Commands that remove advertisements and monitors, which outlive both their program and a
    /// powered-off adapter.
    ///
    /// Kernels without monitors refuse the second command.
    private static let clearing = [
        Step(command: .removeAdvertising(instance: 0), isOptional: true),
        Step(command: .removeAdvertisementMonitor(0), isOptional: true),
    ]

    let name: String
    let ring: KeyRing
    let address: PeerAddress
    /// Settings of the adapter before the setup.
    let settings: ControllerSettings
    /// Whether the identity address is shown while phones can pair.
    var isPrivacyLimited = false

    /// Commands that load the keys of all bonds, replacing those in the kernel.
    var keys: [Step] {
        let bonds = ring.bonds(on: address.address)
        return [
            Step(command: .loadLongTermKeys(bonds.flatMap(\.keys).filter(\.isSound))),
            // Only after this command, even with an empty list, does the kernel request a phone's
            // identity key during pairing.
            Step(command: .loadIdentityResolvingKeys(bonds.compactMap(\.identityKey))),
        ]
    }

    /// Complete setup; many commands are accepted only while the adapter is off.
    var steps: [Step] {
        let off = settings.contains(.powered) ? [Step(command: .setPowered(false))] : []
        return off + Self.clearing + [
            Step(command: .setLowEnergy(true)),
            // Adapters without Classic Bluetooth refuse this.
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

    /// Returns the commands that remove keys, advertisements and monitors, and restore the original
    /// settings.
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
