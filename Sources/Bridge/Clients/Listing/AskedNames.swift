import Basics
import Control
import Notices

/// Check of requested names that the running bridge does not know; a misspelled app looks like a silent one.
enum AskedNames {
    /// Returns a sentence for each unknown name; empty if the bridge does not report its names.
    static func unknown(in filter: TailRequest, at path: String) -> [String] {
        let apps = filter.apps.isEmpty ? nil : answer(AppsRequest(), at: path)
        let phones = filter.phones.isEmpty ? nil : answer(StatusRequest(), at: path)
        let appNames = apps?.apps.flatMap { clean([$0.appID, $0.app ?? ""]) }
        let phoneNames = phones?.phones.flatMap { clean([$0.name]) }
        return sentences("app", filter.apps, among: appNames)
            + sentences("phone", filter.phones, among: phoneNames)
    }

    private static func sentences(
        _ kind: String, _ names: [String], among known: [String]?
    ) -> [String] {
        guard let known else { return [] }
        return names.compactMap { UnknownName($0, among: known) }.map { unknown in
            "the bridge knows no \(kind) '\(Text(unknown.name).cleaned())'" + unknown.advice
        }
    }

    private static func clean(_ names: [String]) -> [String] {
        names.map { Text($0).cleaned() }.filter { !$0.isEmpty }
    }

    private static func answer<Request: ControlRequest>(
        _ request: Request, at path: String
    ) -> Request.Answer? {
        try? ControlClient.ask(request, at: path).get().value
    }
}
