internal import AMS
internal import Features
internal import Radio

/// Mask for values of services other than notifications.
struct FurtherMask: Sendable {
    /// Beginning of the identifiers of Apple's apps, which are no secret.
    private static let apple = Array("com.apple.".utf8)
    /// Characters of numbers.
    private static let numeric = Set("0123456789.,-+eE".utf8)
    /// Services whose values identify no person: battery, model and clock.
    private static let open: Set<ServiceID> = [
        BatteryFeature.service, DeviceFeature.service, ClockFeature.service,
    ]
    private static let words: Set<MediaAttribute> = [
        .playerName, .bundleIdentifier, .artist, .album, .title,
    ]

    private let texts: TextMask

    init(_ texts: TextMask) {
        self.texts = texts
    }

    /// Returns the masked value; nil if the service may contain any text.
    func masked(_ value: [UInt8], in happening: Happening) -> [UInt8]? {
        guard let service = happening.service else { return nil }
        if Self.open.contains(service) { return value }
        guard service == .media else { return nil }
        switch happening {
        // Commands and numbers of attributes.
        case .asks, .tells(.value(MediaCharacteristic.remoteCommand.id, _)):
            return value.allSatisfy { $0 < 32 } ? value : nil
        case .tells(.value(MediaCharacteristic.entityUpdate.id, _)): return update(value)
        case .tells(.read(MediaCharacteristic.entityAttribute.id, _)): return text(value)
        default: return nil
        }
    }

    private func update(_ value: [UInt8]) -> [UInt8]? {
        guard let update = try? EntityUpdate(parsing: value), update.attribute.isKnown else {
            return nil
        }
        let header = value.prefix(EntityUpdate.headerLength)
        if Self.words.contains(update.attribute) { return header + text(update.value) }
        return update.value.allSatisfy(Self.numeric.contains) ? value : nil
    }

    private func text(_ value: [UInt8]) -> [UInt8] {
        value.starts(with: Self.apple) || value.allSatisfy(Self.numeric.contains)
            ? value : texts.masked(value)
    }
}
