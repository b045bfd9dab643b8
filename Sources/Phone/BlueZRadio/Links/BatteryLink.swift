import DBus
import Linux
import Radio

/// Battery service of a connected phone.
///
/// bluetoothd reads the battery by itself, and from 5.80 on it lets no other program subscribe to
/// it. Its property is therefore used if there is one, else the service: `bluetoothd -P battery`
/// has no such property.
@LoopActor
final class BatteryLink: LinkedService {
    /// UUID of the service.
    static let service = ServiceID(short: 0x180F)

    var need: ServiceNeed { serviceLink.need }

    private let serviceLink: ServiceLink
    private weak let link: BlueZPhoneLink?
    /// Battery level in percent as bluetoothd reports it; nil if it does not.
    private var level: UInt8?
    /// Whether the service was reported to the owner because of the property alone.
    private var isByProperty = false

    init(_ serviceLink: ServiceLink, for link: BlueZPhoneLink) {
        self.serviceLink = serviceLink
        self.link = link
    }

    var isThere: Bool { isByProperty || serviceLink.isThere }

    func offers(_ characteristic: CharacteristicID) -> Bool {
        isByProperty
            ? need.required.contains(characteristic) : serviceLink.offers(characteristic)
    }

    func ask(_ call: LinkCall) {
        guard let level else { return serviceLink.ask(call) }
        switch call {
        case .subscribe, .unsubscribe: link?.answer(call.answer(.success([])))
        case .read: link?.answer(call.answer(.success([level])))
        case .write: link?.answer(call.answer(.failure(.writeNotPermitted)))
        }
    }

    func take(_ tree: ObjectTree, of device: ObjectPath, isResolved: Bool) {
        let old = level
        let percentage = isResolved ? tree[device, BlueZ.battery]?["Percentage"]?.asInt : nil
        level = percentage.flatMap(UInt8.init(exactly:))
        if level == nil, old != nil, isThere {
            // The owner subscribed to the property alone, if at all.
            isByProperty = false
            link?.tell(.vanished(need.service))
            serviceLink.end()
        }
        // A service that was there before the property stays the one that the owner knows.
        if !isByProperty, level == nil || serviceLink.isThere {
            serviceLink.take(tree, of: device, isResolved: isResolved)
        }
        guard let level else { return }
        if !isThere {
            isByProperty = true
            link?.tell(.appeared(need.service))
        } else if let characteristic = need.required.first, old != level {
            link?.tell(.value(characteristic, [level]))
        }
    }

    func take(_ value: [UInt8], of path: ObjectPath) {
        if !isByProperty { serviceLink.take(value, of: path) }
    }

    func end() {
        (level, isByProperty) = (nil, false)
        serviceLink.end()
    }

    func settle() async { await serviceLink.settle() }
}
