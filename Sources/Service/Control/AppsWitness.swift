import Linux
import Notices
import Outlets

/// Notes which apps have sent something, also where rules or quiet hours leave it out: who writes a
/// rule has to know what an app is called.
@LoopActor
final class AppsWitness: EventWitness {
    private(set) var seen = RecentApps()

    func show(_ ruled: RuledEvent) {
        seen.note(ruled.event)
    }
}
