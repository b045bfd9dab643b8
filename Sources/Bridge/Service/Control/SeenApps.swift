import Control
import Linux
import Notices
import Outlets

/// Record of all apps that have sent something, including those hidden by rules: rules need their names.
@LoopActor
final class SeenApps: Outlet {
    private(set) var seen = RecentApps()

    /// Registers the handler of app requests.
    func register(with router: ControlRouter) {
        router.on { [self] (_: AppsRequest, _) in AppsAnswer(seen.all.map(SeenApp.init)) }
    }

    func takeUnfiltered(_ ruled: RuledEvent) {
        seen.note(ruled.event)
    }
}

extension SeenApp {
    fileprivate init(_ app: RecentApps.App) {
        self.init()
        appID = app.id.string
        self.app = app.name?.string
        count = app.count
        last = app.last
    }
}
