internal import ANCS

/// Which handles the notification service's characteristics have on a phone, as far as is known.
struct ServiceMap: Hashable, Sendable {
    private(set) var values: [Characteristic: UInt16] = [:]
    /// Where subscriptions are written, where the capture shows it.
    private var configurations: [UInt16: Characteristic] = [:]
    private var range: ClosedRange<UInt16>?
    /// The handle of the phone's name.
    private(set) var nameHandle: UInt16?
    /// Whether some handle was recognised by what went over it, not by the phone's own list.
    private(set) var isGuessed = false

    init() {}

    subscript(characteristic: Characteristic) -> UInt16? { values[characteristic] }

    func characteristic(at handle: UInt16) -> Characteristic? {
        values.first { $0.value == handle }?.key
    }

    /// The characteristic that a subscription written here is about.
    func configuration(at handle: UInt16) -> Characteristic? {
        if let known = configurations[handle] { return known }
        // Without a list of descriptors: it comes after its value, before the next declaration.
        guard characteristic(at: handle) == nil else { return nil }
        let before = values.filter { $0.value < handle }.max { $0.value < $1.value }
        guard let before, handle - before.value <= 2 else { return nil }
        return before.key == .controlPoint ? nil : before.key
    }

    /// The phone's list says so.
    mutating func learn(_ uuid: UInt128, at handle: UInt16) {
        guard let characteristic = Characteristic.allCases.first(where: { $0.uuid == uuid })
        else { return }
        if values[characteristic] != handle { configurations = [:] }
        values[characteristic] = handle
    }

    /// A descriptor for subscriptions is there.
    mutating func learnConfiguration(at handle: UInt16) {
        let before = values.filter { $0.value < handle }.max { $0.value < $1.value }
        guard let before, handle - before.value <= 8 else { return }
        configurations[handle] = before.key
    }

    /// The service has these handles; what was known of another place is void.
    mutating func learnService(_ range: ClosedRange<UInt16>) {
        if values.values.contains(where: { !range.contains($0) }) {
            values = [:]
            configurations = [:]
        }
        self.range = range
    }

    mutating func learnName(at handle: UInt16) {
        nameHandle = handle
    }

    /// What goes over the handle looks like the characteristic.
    mutating func guess(_ characteristic: Characteristic, at handle: UInt16) {
        guard values[characteristic] == nil, self.characteristic(at: handle) == nil,
            range?.contains(handle) ?? true
        else { return }
        values[characteristic] = handle
        isGuessed = true
    }
}
