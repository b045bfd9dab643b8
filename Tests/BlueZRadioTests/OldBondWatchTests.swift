import DBus
import Expecting
import Linux
import Support
import Testing

@testable import BlueZRadio

/// What counts as a pairing that has failed, where bluetoothd says nothing.
struct OldBondWatchTests {
    /// What happens, one thing after the other.
    enum Step: Sendable {
        /// The phone is there or not, and is subscribed from then on.
        case comes, goes, subscribes
        /// Its bond is gone.
        case vanishes
        /// A person has let it in.
        case pairs
        case waits(Int)
    }

    @LoopActor
    private final class Seen {
        var isSubscribed = false
        var failures = 0
    }

    static let stories: [(steps: [Step], followsAll: Bool, isFailed: Bool, why: String)] = [
        ([.comes, .pairs, .goes, .waits(3)], false, true, "it went and stayed away"),
        ([.comes, .pairs, .goes, .waits(2)], false, false, "it may come back"),
        (
            [.comes, .pairs, .goes, .waits(2), .comes, .waits(9)], false, false,
            "it is back, as one is that has paired"
        ),
        (
            [.comes, .pairs, .goes, .waits(2), .comes, .goes, .waits(2)], false, false,
            "it has just gone again"
        ),
        (
            [.comes, .pairs, .goes, .waits(2), .comes, .goes, .waits(3)], false, true,
            "it has failed again"
        ),
        (
            [.comes, .pairs, .subscribes, .goes, .waits(9)], false, false,
            "it was subscribed, for which it needs keys"
        ),
        ([.comes, .pairs, .goes, .vanishes, .waits(9)], false, false, "its bond is gone"),
        ([.goes, .comes, .goes, .waits(9)], false, false, "nobody has let it in"),
        ([.goes, .comes, .goes, .waits(3)], true, true, "bluetoothd asks nobody about it"),
        ([.comes, .goes, .waits(9)], true, false, "it was there before the window"),
        (
            [.goes, .comes, .subscribes, .goes, .waits(9)], true, false,
            "its bond works"
        ),
    ]

    @Test(arguments: stories.indices)
    func `a phone that goes without keys and stays away has failed`(index: Int) async {
        let story = Self.stories[index]
        await LoopThread.run {
            let pace = Pace.led()
            let phone: ObjectPath = "/org/bluez/hci0/dev_AA"
            let seen = Seen()
            let watch = OldBondWatch(pace: pace) { _ in
                seen.isSubscribed
            } failed: {
                expect($0, is: phone)
                seen.failures += 1
            }
            var phones: [ObjectPath: Bool] = [:]
            for step in story.steps {
                switch step {
                case .comes: phones[phone] = true
                case .goes: (phones[phone], seen.isSubscribed) = (false, false)
                case .subscribes: seen.isSubscribed = true
                case .vanishes: phones[phone] = nil
                case .pairs: watch.follow(phone)
                case .waits(let seconds): pace.pass(.seconds(seconds))
                }
                watch.look(at: phones, followsAll: story.followsAll)
            }
            expect(seen.failures, is: story.isFailed ? 1 : 0, "\(story.why)")
        }
    }
}
