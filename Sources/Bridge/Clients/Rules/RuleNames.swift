import Basics
import BeaconMonitoring
import Commands
package import Configuration
import History
import HistoryCommands
import Notices

/// Check for rule names that match nothing in a history; a rule with a misspelled name silently has no effect.
package struct RuleNames {
    /// Maximum number of names of each kind; beyond that the kind is not checked.
    private static let limit = 4096
    /// Maximum number of newest titles among which a similar sender is searched.
    private static let titleLimit = 5_000
    /// Time limit for the search of a sender.
    private static let patience: Duration = .seconds(1)

    private var apps: Set<String> = []
    private var phones: Set<String> = []
    private var senders: Set<String> = []

    init() {}

    /// Adds the names of a stored notification.
    mutating func take(_ notice: Notice) {
        Self.add(notice.appID.cleaned(), to: &apps)
        if let name = notice.appName { Self.add(name.cleaned(), to: &apps) }
        Self.add(notice.phone.cleaned(), to: &phones)
        Self.add(notice.title.cleaned(), to: &senders)
    }

    private static func add(_ name: String, to names: inout Set<String>) {
        if names.count < limit, !name.isEmpty { names.insert(name) }
    }

    /// Returns a sentence for each name in a rule that matches nothing.
    ///
    /// - Parameter wasSent: returns whether a sender beyond the collected ones occurs in the history.
    func sentences(
        about rules: [Rule], wasSent: (String) -> Bool = { _ in false }
    ) -> [String] {
        rules.flatMap { rule in
            let conditions = rule.conditions
            return unknown(conditions.apps, among: apps).map { Self.sentence(rule, "app", $0) }
                + unknown(conditions.phones, among: phones).map { Self.sentence(rule, "phone", $0) }
                + unknown(conditions.senders, among: senders).filter { !wasSent($0.name) }
                .map { Self.sentence(rule, "sender", $0) }
        }
    }

    private func unknown(_ names: [String], among known: Set<String>) -> [UnknownName] {
        guard known.count < Self.limit else { return [] }
        return names.compactMap { name in
            guard name.hasSuffix("*") else { return UnknownName(name, among: known) }
            let start = name.dropLast().lowercased()
            return known.contains { $0.lowercased().hasPrefix(start) }
                ? nil : UnknownName(name, among: [])
        }
    }

    /// Returns a sentence for each resident whose phone does not occur in the history.
    private func sentences(about people: [BeaconSettings.Person]) -> [String] {
        people.filter { !Self.isAddress($0.phone) }.flatMap { person in
            unknown([person.phone], among: phones).map { unknown in
                "[presence \(Text(person.name).cleaned())] phone: no stored notification is of "
                    + "'\(Text(unknown.name).cleaned())'" + unknown.advice
            }
        }
    }

    /// Returns whether a phone is named by its bond address.
    private static func isAddress(_ phone: String) -> Bool {
        let parts = phone.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6
            && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }

    private static func sentence(_ rule: Rule, _ key: String, _ unknown: UnknownName) -> String {
        let name = Text(unknown.name).cleaned()
        return "[rule \(Text(rule.name).cleaned())] \(key): no stored notification is of '\(name)'"
            + unknown.advice
    }

    /// Returns hints about rules and residents without a match in the history; empty if it cannot be read.
    ///
    /// A rule that drops or renames its notifications leaves no trace of the name in the history. It is reported only if a similar
    /// name exists.
    package static func hints(on settings: BridgeSettings) -> [String] {
        let rules = settings.rules.filter { rule in
            let conditions = rule.conditions
            return ![conditions.apps, conditions.phones, conditions.senders].allSatisfy(\.isEmpty)
        }
        let people = settings.beacons.people
        guard !rules.isEmpty || !people.isEmpty else { return [] }
        let folder = settings.historyFolder(orIn: StateOptions.usualFolder)
        do throws(HistoryError) {
            let reader = try HistoryReader(in: folder)
            var names = RuleNames()
            try reader.facts { fact in
                add(fact.appID.cleaned(), to: &names.apps)
                if let name = fact.appName { add(name.cleaned(), to: &names.apps) }
                add(Text(fact.phone).cleaned(), to: &names.phones)
            }
            // An empty history says nothing about any name.
            guard !names.apps.isEmpty else { return [] }
            var newest = HistoryFilter()
            newest.limit = titleLimit
            if rules.contains(where: { !$0.conditions.senders.isEmpty }) {
                try reader.inPortions(newest) { stored in
                    add(stored.notice.title.cleaned(), to: &names.senders)
                    return true
                }
            }
            let hints = rules.flatMap { rule in
                let isSilent = rule.action.leavesNoTrace
                return names.sentences(about: [rule]) { sender in
                    let words = SearchWords(sender)
                    guard !words.isEmpty else { return true }
                    let count = try? reader.count(of: words, within: patience)
                    return (count?.count ?? 1) > 0
                }.filter { !isSilent || $0.contains("; did you mean") }
            }
            return hints + names.sentences(about: people)
        } catch {
            return []
        }
    }
}

extension RuleAction {
    /// Whether notifications that match the rule are not stored under the name in its conditions.
    fileprivate var leavesNoTrace: Bool {
        visibility == .drop || visibility == .hide || appName != nil || sender != nil
    }
}
