import Linux
import Notices
import Outlets

/// Notes which apps have sent something, also where rules or quiet hours leave it out: who writes a
/// rule has to know what an app is called.
@LoopActor
final class AppsWitness: EventListener {
    private(set) var seen = RecentApps()

    func show(_ event: BoardEvent) {
        seen.note(event)
    }
}
