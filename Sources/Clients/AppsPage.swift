import JSON
import Notices

/// What `apps` prints for people: an identifier and a name on a line each.
struct AppsPage: Sendable {
    private let apps: [(identifier: String, name: String)]

    /// - Parameter answer: what the bridge said.
    init(answer: JSONValue) {
        apps = answer.list("apps").map { app in
            (Text(app.text("app_id") ?? "").cleaned(), Text(app.text("app") ?? "").cleaned())
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
