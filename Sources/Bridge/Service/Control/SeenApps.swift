import Contract
import Control
import Linux
import Notices
import Outlets

/// Notes which apps have sent something, also where rules or quiet hours leave it out: who writes a
/// rule has to know what an app is called.
@LoopActor
final class SeenApps: Outlet {
    private(set) var seen = RecentApps()

    /// Takes requests for the apps.
    func register(with router: ControlRouter) {
        router.on { [self] (_: AppsRequest, _) in AppsAnswer(seen.all.map(SeenApp.init)) }
    }

    func witness(_ ruled: RuledEvent) {
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
