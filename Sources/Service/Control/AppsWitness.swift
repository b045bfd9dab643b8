import Contract
import Control
import JSON
import Linux
import Notices
import Outlets

/// Notes which apps have sent something, also where rules or quiet hours leave it out: who writes a
/// rule has to know what an app is called.
@LoopActor
final class AppsWitness: EventWitness {
    private(set) var seen = RecentApps()

    /// Takes requests for the apps.
    func register(with router: ControlRouter) {
        router.on { [weak self] (_: AppsRequest, exchange) in
            exchange.done { self?.write(to: &$0) }
        }
    }

    func show(_ ruled: RuledEvent) {
        seen.note(ruled.event)
    }

    private func write(to writer: inout JSONWriter) {
        writer.key("apps")
        writer.beginArray()
        for app in seen.all {
            writer.beginObject()
            writer.member("app_id", app.id.string)
            if let name = app.name { writer.member("app", name.string) }
            writer.member("count", app.count)
            writer.member("last", app.last.timestamp)
            writer.endObject()
        }
        writer.endArray()
    }
}
