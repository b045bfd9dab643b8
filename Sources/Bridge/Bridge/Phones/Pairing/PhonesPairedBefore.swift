import Notices

/// Phones that were paired before the pairing window opened, each reported once its connection has proved the bond.
///
/// No phone is reported during a pairing: the pairing phone may be one of them, with a new bond.
struct PhonesPairedBefore {
    /// State of a phone, with its name on this host.
    typealias News = (name: String, state: PhoneState)

    private var phones: [String: News] = [:]
    private var reported: Set<String> = []
    private var isOpen = false
    /// Whether a phone is pairing now, according to the events of the window.
    var isPairing = false

    /// Whether a phone has been reported.
    var hasReported: Bool { !reported.isEmpty }

    /// Records that phones can pair.
    mutating func open() { isOpen = true }

    /// Records that no further phone can pair.
    mutating func close() { isOpen = false }

    /// Records the new name of a phone.
    mutating func rename(_ bond: String, to name: String) {
        phones[bond]?.name = name
    }

    /// Records the state of a phone.
    mutating func take(_ state: PhoneState, of bond: String, named name: String) {
        phones[bond] = (name, state)
    }

    /// Returns the phones to report now, by name.
    mutating func news() -> [News] {
        guard isOpen, !isPairing else { return [] }
        let here = phones.filter { bond, news in
            !reported.contains(bond) && news.state.showsBond
        }
        reported.formUnion(here.keys)
        return here.values.sorted { $0.name < $1.name }
    }
}

extension PhoneState {
    /// Whether the state proves that both sides have the keys of the bond.
    fileprivate var showsBond: Bool {
        switch self {
        case .ready, .notShared: true
        case .connected, .notSecure, .unavailable, .unresponsive, .disconnected: false
        }
    }
}
