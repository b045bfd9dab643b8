import Features
import Radio

extension FeatureAction<FeatureFact> {
    /// The action in words, with the short number of its characteristic.
    var words: String {
        switch self {
        case .ask(.subscribe(let id)): "subscribe \(id.number)"
        case .ask(.unsubscribe(let id)): "unsubscribe \(id.number)"
        case .ask(.read(let id)): "read \(id.number)"
        case .ask(.write(_, let id)): "write \(id.number)"
        case .tell(.battery(let level)): "battery \(level.map(String.init) ?? "gone")"
        case .tell(.device(let device)): "\(device.maker ?? "?") \(device.model ?? "?")"
        case .tell(.clock(let clock)): clock?.words ?? "clock gone"
        case .tell(.media(let report)): "\(report)"
        case .letGo: "close"
        }
    }
}

extension CharacteristicID {
    /// Number of the Bluetooth SIG.
    fileprivate var number: String { String(uuid >> 96, radix: 16) }
}

extension PhoneClock {
    fileprivate var words: String {
        let time = self.time.map { "\($0.hour):\($0.minute):\($0.second)" } ?? "no time"
        return "\(time) zone \(zone.map { "\($0.minutes)+\($0.daylightMinutes)" } ?? "unknown")"
    }
}
