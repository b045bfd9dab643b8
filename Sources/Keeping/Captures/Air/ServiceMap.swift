internal import ANCS
internal import Features
internal import Radio

/// Which handles a phone's services and their characteristics have, as far as is known.
struct ServiceMap: Hashable, Sendable {
    /// Services of one phone that are told apart; further ones are not known.
    static let serviceLimit = 64
    /// Their characteristics; likewise.
    static let characteristicLimit = 256

    /// Where a service's attributes are.
    private struct Place: Hashable, Sendable {
        let service: ServiceID
        let range: ClosedRange<UInt16>
    }

    private var services: [Place] = []
    /// What the values of characteristics are, by their handles.
    private var values: [UInt16: UInt128] = [:]
    /// Those of the notification service, by what they are.
    private var handles: [Characteristic: UInt16] = [:]
    /// Where subscriptions are written, and to which values, where the capture shows it.
    private var configurations: [UInt16: UInt16] = [:]
    /// The handle of the phone's name.
    private(set) var nameHandle: UInt16?
    /// Whether some handle was recognised by what went over it, not by the phone's own list.
    private(set) var isGuessed = false

    init() {}

    /// Whether nothing worth remembering is known.
    var isEmpty: Bool { values.isEmpty }

    /// Whether the phone has the notification service.
    var hasNotifications: Bool {
        !handles.isEmpty || services.contains { $0.service == .notifications }
    }

    subscript(characteristic: Characteristic) -> UInt16? { handles[characteristic] }

    /// The characteristic whose value is there; nil too where its service is not known.
    func characteristic(at handle: UInt16) -> CharacteristicID? {
        guard let uuid = values[handle] else { return nil }
        if let known = Characteristic(uuid) { return known.id }
        return place(of: handle).map { CharacteristicID(uuid, of: $0.service) }
    }

    /// Whether nothing says that a handle is of anything but the notification service.
    func mayBeNotifications(_ handle: UInt16) -> Bool {
        values[handle] == nil && place(of: handle).map { $0.service == .notifications } ?? true
    }

    /// The characteristic that a subscription written here is about.
    func configuration(at handle: UInt16) -> CharacteristicID? {
        if let known = configurations[handle] { return characteristic(at: known) }
        // Without a list of descriptors: it comes after its value, before the next declaration.
        guard values[handle] == nil, let before = value(before: handle, within: 2),
            before != handles[.controlPoint]
        else { return nil }
        return characteristic(at: before)
    }

    /// The phone's list says so.
    mutating func learn(_ uuid: UInt128, at handle: UInt16) {
        guard values[handle] != uuid else { return }
        forgetValue(at: handle)
        if let known = Characteristic(uuid) {
            if let old = handles[known] { forgetValue(at: old) }
            handles[known] = handle
        } else if values.count >= Self.characteristicLimit {
            return
        }
        values[handle] = uuid
    }

    /// A descriptor for subscriptions is there.
    mutating func learnConfiguration(at handle: UInt16) {
        guard values[handle] == nil, let before = value(before: handle, within: 8) else { return }
        configurations[handle] = before
    }

    /// The service has these handles; what was known of another place, or of another service at this
    /// one, is void.
    mutating func learn(_ service: ServiceID, at range: ClosedRange<UInt16>) {
        let place = Place(service: service, range: range)
        let isNotifications = service == .notifications
        let moved = handles.values.filter { range.contains($0) != isNotifications }
        if !moved.isEmpty { for handle in Array(handles.values) { forgetValue(at: handle) } }
        for old in services where old.range.overlaps(range) && old.service != service {
            for handle in values.keys where old.range.contains(handle) { forgetValue(at: handle) }
        }
        services.removeAll {
            $0.range.overlaps(range) || isNotifications && $0.service == service
        }
        if services.count < Self.serviceLimit || isNotifications { services.append(place) }
    }

    mutating func learnName(at handle: UInt16) {
        nameHandle = handle
    }

    /// What goes over the handle looks like the characteristic.
    mutating func guess(_ characteristic: Characteristic, at handle: UInt16) {
        let place = services.first { $0.service == .notifications }
        guard handles[characteristic] == nil, mayBeNotifications(handle),
            place?.range.contains(handle) ?? true
        else { return }
        values[handle] = characteristic.uuid
        handles[characteristic] = handle
        isGuessed = true
    }

    private func place(of handle: UInt16) -> Place? {
        services.first { $0.range.contains(handle) }
    }

    private func value(before handle: UInt16, within reach: UInt16) -> UInt16? {
        // No service's values are written to another service.
        let first = place(of: handle)?.range.lowerBound ?? 0
        return (1...reach).lazy.compactMap { distance -> UInt16? in
            guard handle >= distance, handle - distance >= first else { return nil }
            return values[handle - distance] == nil ? nil : handle - distance
        }.first
    }

    private mutating func forgetValue(at handle: UInt16) {
        configurations[handle] = nil
        guard let uuid = values.removeValue(forKey: handle) else { return }
        if let known = Characteristic(uuid) { handles[known] = nil }
        configurations = configurations.filter { $0.value != handle }
    }
}

extension Characteristic {
    /// Nil for one of another service.
    fileprivate init?(_ uuid: UInt128) {
        self.init(CharacteristicID(uuid, of: .notifications))
    }
}
