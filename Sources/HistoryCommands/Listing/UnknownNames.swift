import Arguments
import History
import Notices
import Spelling
import Statistics

/// A name that somebody asked for and that nothing in the history has.
struct UnknownName: CustomStringConvertible {
    /// What it is the name of.
    let kind: String
    let name: String
    /// The name that was probably meant.
    let near: String?

    var description: String {
        "nothing of \(kind) \(name.quoted) was kept"
            + (near.map { "; did you mean \($0.quoted)?" } ?? "")
    }
}

/// The names in a history, looked through where nothing fits a filter: a name that was mistyped looks
/// like an app that was silent.
struct UnknownNames {
    /// Names of apps and of phones that are looked through at most.
    private static let limit = 4096

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

    /// The names in a filter that nothing has.
    static func find(
        in filter: HistoryFilter, of reader: HistoryReader
    ) throws(HistoryError) -> [UnknownName] {
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
            return UnknownName(
                kind: kind, name: name, near: NearMatch.find(for: name, among: names.sorted()))
        }
    }
}
