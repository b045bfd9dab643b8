import Basics
import History
import Notices
import Settings

/// Names in a history, for suggestions if a filter matches nothing.
///
/// A misspelt name otherwise looks like an app without notifications.
struct UnknownNames {
    /// Limit of app names and of phone names.
    static let limit = 4096

    private let apps: Set<String>
    private let phones: Set<String>

    private init(_ reader: HistoryReader) throws(HistoryError) {
        var (apps, phones) = (Set<String>(), Set<String>())
        try reader.facts { fact in
            if phones.count < Self.limit { phones.insert(fact.phone) }
            guard apps.count < Self.limit else { return }
            apps.insert(fact.appID.cleaned())
            if let name = fact.appName { apps.insert(name.cleaned()) }
        }
        (self.apps, self.phones) = (apps, phones)
    }

    /// Returns a message for each name in the filter that is not in the history.
    static func sentences(
        about filter: HistoryFilter, of reader: HistoryReader
    ) throws(HistoryError) -> [String] {
        var unknown: [(kind: String, name: String)] = []
        for name in filter.apps {
            var only = HistoryFilter()
            only.apps = [name]
            if try reader.count(only) == 0 { unknown.append(("app", name)) }
        }
        for name in filter.phones {
            var only = HistoryFilter()
            only.phones = [name]
            if try reader.count(only) == 0 { unknown.append(("phone", name)) }
        }
        guard !unknown.isEmpty else { return [] }
        let known = try UnknownNames(reader)
        return unknown.map { kind, name in
            let names = kind == "app" ? known.apps : known.phones
            let advice = UnknownName(name, among: names)?.advice ?? ""
            return "nothing of \(kind) \(name.quoted) was kept" + advice
        }
    }
}
