import Notices

/// Phones that were paired before a window opened, each reported once when its connection shows that its bond works.
///
/// Nothing is reported while a phone pairs: it can be one of them, with a new bond.
struct PhonesPairedBefore {
    /// How a phone is doing, by the name that it has here.
    typealias News = (name: String, state: PhoneState)

    private var phones: [String: News] = [:]
    private var reported: Set<String> = []
    private var isOpen = false
    /// Whether a phone pairs, as far as is known.
    var isPairing = false

    /// Whether a person knows of one.
    var hasReported: Bool { !reported.isEmpty }

    /// Phones can pair from now on.
    mutating func open() { isOpen = true }

    /// A phone has paired, or none can any more.
    mutating func close() { isOpen = false }

    /// Takes another name of a phone.
    mutating func rename(_ bond: String, to name: String) {
        phones[bond]?.name = name
    }

    /// Takes how a phone is doing.
    mutating func take(_ state: PhoneState, of bond: String, named name: String) {
        phones[bond] = (name, state)
    }

    /// Those to be reported now, by name.
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
    /// Whether both sides have used the keys of the bond.
    fileprivate var showsBond: Bool {
        switch self {
        case .ready, .notShared: true
        case .connected, .notSecure, .unavailable, .unresponsive, .disconnected: false
        }
    }
}
