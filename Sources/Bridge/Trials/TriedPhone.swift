import Basics
package import Notices

/// Which phone is tried: the one that was named, the only one that is here, or the one that a step has paired.
///
/// Names of phones stay on the terminal of the person; no record and no report has them.
package struct TriedPhone: Sendable {
    /// Why none is tried, as a sentence with what to do.
    package struct Refusal: Error, Hashable, Sendable {
        package let sentence: String
    }

    /// What an event means for the steps.
    package enum Meaning: Hashable, Sendable {
        /// It is about the phone that is tried, or about none.
        case counts
        /// It is about another phone, which has just come for the first time.
        case anotherCame(String)
        /// It is about another phone.
        case isOthers
    }

    /// The name of the phone that is tried; nil while none has come.
    package private(set) var name: String?
    private var states: [String: PhoneState] = [:]
    private var bonds: [PhoneID: String] = [:]
    private var others: Set<String> = []
    private var hasChosen = false

    package init() {}

    /// What the phone that is tried does now.
    package var state: PhoneState? { name.flatMap { states[$0] } }

    /// Takes an event of the bridge.
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

    /// Chooses a phone once the bridge has reported all that are here; without any, the first one that comes.
    ///
    /// - Parameters:
    ///   - wanted: the name that a person gave.
    ///   - paired: phones that were paired and may be away.
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

    /// Takes the phone that a person has let in by a step.
    ///
    /// - Parameter bond: the bond's own name for it.
    package mutating func isPaired(_ bond: String, named name: String) {
        self.name = bonds[PhoneID(ofBond: bond)] ?? name
    }

    /// The bridge is gone, and reports all phones again when it is back.
    package mutating func forgetStates() {
        states = [:]
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}

extension BridgeEvent {
    /// The name of the phone that it is about.
    fileprivate var nameOfPhone: String? {
        if case .source(_, let phone, _) = self { return phone }
        return phone?.name
    }
}
