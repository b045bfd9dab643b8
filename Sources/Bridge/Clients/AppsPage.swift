import Control
import Notices

/// Output of `apps`: one identifier and name a line.
struct AppsPage: Sendable {
    private let apps: [(identifier: String, name: String)]

    /// - Parameter answer: answer of the bridge.
    init(answer: AppsAnswer) {
        apps = answer.apps.map { app in
            (Text(app.appID).cleaned(), Text(app.app ?? "").cleaned())
        }
    }

    var isEmpty: Bool { apps.isEmpty }

    /// The whole page.
    var text: String {
        let width = (apps.map(\.identifier.count).max() ?? 0) + 2
        return apps.map { identifier, name in
            identifier + String(repeating: " ", count: width - identifier.count) + name + "\n"
        }.joined()
    }
}
