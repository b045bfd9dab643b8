internal import ANCS
internal import Features
internal import Radio

/// The known handles of a phone's services and characteristics.
struct ServiceMap: Hashable, Sendable {
    /// Limit of services per phone; further services are ignored.
    static let serviceLimit = 64
    /// Limit of characteristics per phone; further characteristics are ignored.
    static let characteristicLimit = 256

    /// Handle range of a service.
    private struct Place: Hashable, Sendable {
        let service: ServiceID
        let range: ClosedRange<UInt16>
    }

    private var services: [Place] = []
    /// UUIDs of characteristics by value handle.
    private var values: [UInt16: UInt128] = [:]
    /// Handles of the notification service's characteristics.
    private var handles: [Characteristic: UInt16] = [:]
    /// Value handle for each known configuration descriptor.
    private var configurations: [UInt16: UInt16] = [:]
    /// Handle of the phone's name.
    private(set) var nameHandle: UInt16?
    /// Whether a handle was recognised by its traffic instead of by discovery.
    private(set) var isGuessed = false

    init() {}

    /// Whether no characteristic is known.
    var isEmpty: Bool { values.isEmpty }

    var hasNotifications: Bool {
        !handles.isEmpty || services.contains { $0.service == .notifications }
    }

    subscript(characteristic: Characteristic) -> UInt16? { handles[characteristic] }

    /// The characteristic with this value handle; nil also if its service is unknown.
    func characteristic(at handle: UInt16) -> CharacteristicID? {
        guard let uuid = values[handle] else { return nil }
        if let known = Characteristic(uuid) { return known.id }
        return place(of: handle).map { CharacteristicID(uuid, of: $0.service) }
    }

    /// Whether the handle can belong to the notification service.
    func mayBeNotifications(_ handle: UInt16) -> Bool {
        values[handle] == nil && place(of: handle).map { $0.service == .notifications } ?? true
    }

    /// The characteristic whose subscription is written to this handle.
    func configuration(at handle: UInt16) -> CharacteristicID? {
        if let known = configurations[handle] { return characteristic(at: known) }
        // Without a list of descriptors: the descriptor follows its value, before the next
        // declaration.
        guard values[handle] == nil, let before = value(before: handle, within: 2),
            before != handles[.controlPoint]
        else { return nil }
        return characteristic(at: before)
    }

    /// Adds a discovered characteristic.
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

    /// Adds a discovered configuration descriptor.
    mutating func learnConfiguration(at handle: UInt16) {
        guard values[handle] == nil, let before = value(before: handle, within: 8) else { return }
        configurations[handle] = before
    }

    /// Adds a discovered service, and removes contradicting handles of this service and of other
    /// services.
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

    /// Assigns a handle to a characteristic because its traffic looks like it.
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
        // Values and their descriptors are in the same service.
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
    /// Creates the characteristic with this UUID; nil if it belongs to another service.
    fileprivate init?(_ uuid: UInt128) {
        self.init(CharacteristicID(uuid, of: .notifications))
    }
}
