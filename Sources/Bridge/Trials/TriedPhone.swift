import Basics
package import Notices

/// The tried phone: the named one, the only connected one, or the one that a step has paired.
///
/// Names of phones appear only on the terminal, in no record and no report.
package struct TriedPhone: Sendable {
    /// Error of the choice, as a sentence with a fix.
    package struct Refusal: Error, Hashable, Sendable {
        package let sentence: String
    }

    /// Relevance of an event for the steps.
    package enum Meaning: Hashable, Sendable {
        /// About the tried phone or about no phone, or received before a phone was chosen.
        case counts
        /// About another phone, which has connected for the first time.
        case anotherCame(String)
        /// About another phone.
        case isOthers
    }

    /// Name of the tried phone; nil before one is known.
    package private(set) var name: String?
    private var states: [String: PhoneState] = [:]
    private var bonds: [PhoneID: String] = [:]
    private var others: Set<String> = []
    private var hasChosen = false

    package init() {}

    /// Current state of the tried phone.
    package var state: PhoneState? { name.flatMap { states[$0] } }

    /// Processes an event of the bridge.
    package mutating func take(_ event: BridgeEvent) -> Meaning {
        switch event {
        case .phone(let state, let phone, _):
            states[phone.name] = state
            if let id = phone.id { bonds[id] = phone.name }
            if hasChosen, state != .disconnected { name = name ?? phone.name }
        case .renamed(let phone, let old, _):
            if let state = states.removeValue(forKey: old) { states[phone.name] = state }
            if let id = phone.id { bonds[id] = phone.name }
            if name == old { name = phone.name }
        default: break
        }
        guard let phone = event.nameOfPhone, let name, phone != name else { return .counts }
        guard case .phone(let state, _, _) = event, state != .disconnected,
            others.insert(phone).inserted
        else { return .isOthers }
        return .anotherCame(phone)
    }

    /// Chooses a phone after the bridge has reported all connected ones; without any, the first one that connects.
    ///
    /// - Parameters:
    ///   - wanted: name given by the user.
    ///   - paired: paired phones, which may be away.
    package mutating func choose(
        _ wanted: String?, paired: [String]
    ) throws(Refusal) {
        let here = states.filter { $0.value != .disconnected }.keys.sorted()
        others = Set(here)
        hasChosen = true
        guard let wanted else {
            guard here.count < 2 else {
                throw Refusal(
                    sentence: "several phones are connected: \(Self.list(here)); choose one with "
                        + "--phone NAME")
            }
            name = name ?? here.first
            return
        }
        let known = Set(states.keys).union(paired).sorted()
        guard let unknown = UnknownName(wanted, among: known) else {
            name =
                known.contains(wanted)
                ? wanted : known.first { $0.lowercased() == wanted.lowercased() }
            return
        }
        let phone = "there is no phone '\(wanted)'"
        guard !known.isEmpty else {
            throw Refusal(
                sentence: phone + ": none is paired yet. Omit --phone; the first step pairs one")
        }
        let advice = unknown.advice.isEmpty ? "." : unknown.advice
        throw Refusal(sentence: "\(phone)\(advice) Known phones: \(Self.list(known))")
    }

    /// Selects the phone that a step has paired.
    ///
    /// - Parameter bond: identifier of the bond.
    package mutating func isPaired(_ bond: String, named name: String) {
        self.name = bonds[PhoneID(ofBond: bond)] ?? name
    }

    /// Clears all states after the bridge is gone; it reports them again when it returns.
    package mutating func forgetStates() {
        states = [:]
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}

extension BridgeEvent {
    /// The phone that the event is about.
    fileprivate var nameOfPhone: String? {
        if case .source(_, let phone, _) = self { return phone }
        return phone?.name
    }
}
