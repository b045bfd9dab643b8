import Contract
import Control
import JSON
import Notices
import Spelling

/// Names that somebody asked for and of which the running bridge knows nothing: one that was mistyped looks like an app that is silent.
enum AskedNames {
    /// A sentence for each; none where the bridge does not say what it knows.
    static func unknown(in filter: TailRequest, at path: String) -> [String] {
        let apps = filter.apps.isEmpty ? nil : answer(AppsRequest(), at: path)
        let phones = filter.phones.isEmpty ? nil : answer(StatusRequest(), at: path)
        let appNames = apps?.list("apps").flatMap { names($0, "app_id", "app") }
        let phoneNames = phones?.list("phones").flatMap { names($0, "name") }
        return sentences("app", filter.apps, among: appNames)
            + sentences("phone", filter.phones, among: phoneNames)
    }

    private static func sentences(
        _ kind: String, _ names: [String], among known: [String]?
    ) -> [String] {
        guard let known else { return [] }
        return names.compactMap { UnknownName($0, among: known) }.map { unknown in
            "the bridge has heard of no \(kind) '\(Text(unknown.name).cleaned())'" + unknown.advice
        }
    }

    private static func names(_ value: JSONValue, _ keys: String...) -> [String] {
        keys.compactMap { value.text($0) }.map { Text($0).cleaned() }.filter { !$0.isEmpty }
    }

    private static func answer(_ request: any ControlRequest, at path: String) -> JSONValue? {
        guard case .success(let reply) = ControlClient.ask(request, at: path),
            case .done(let value) = reply.outcome
        else { return nil }
        return value
    }
}
