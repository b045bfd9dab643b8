import Contract
import Notices

/// What `apps` prints for people: an identifier and a name on a line each.
struct AppsPage: Sendable {
    private let apps: [(identifier: String, name: String)]

    /// - Parameter answer: what the bridge said.
    init(answer: AppsAnswer) {
        apps = answer.apps.map { app in
            (Text(app.appID).cleaned(), Text(app.app ?? "").cleaned())
        }
    }

    var isEmpty: Bool { apps.isEmpty }

    /// The page.
    var text: String {
        let width = (apps.map(\.identifier.count).max() ?? 0) + 2
        return apps.map { identifier, name in
            identifier + String(repeating: " ", count: width - identifier.count) + name + "\n"
        }.joined()
    }
}
