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
    private final class Seen: OldBondWatchOwner {
        static let phone: ObjectPath = "/org/bluez/hci0/dev_AA"

        var subscribes = false
        var failures: [Bool] = []

        func isSubscribed(_ device: ObjectPath) -> Bool { subscribes }

        func failed(_ device: ObjectPath, _ hasTried: Bool) {
            expect(device, is: Self.phone)
            failures.append(hasTried)
        }
    }

    /// `hasTried` is nil where nothing has failed.
    static let stories: [(steps: [Step], followsAll: Bool, hasTried: Bool?, why: String)] = [
        ([.comes, .pairs, .goes, .waits(3)], false, true, "it went and stayed away"),
        ([.comes, .pairs, .goes, .waits(2)], false, nil, "it may come back"),
        (
            [.comes, .pairs, .goes, .waits(2), .comes, .waits(9)], false, nil,
            "it is back, as one is that has paired"
        ),
        (
            [.comes, .pairs, .goes, .waits(2), .comes, .goes, .waits(2)], false, nil,
            "it has just gone again"
        ),
        (
            [.comes, .pairs, .goes, .waits(2), .comes, .goes, .waits(3)], false, true,
            "it has failed again"
        ),
        (
            [.comes, .pairs, .subscribes, .goes, .waits(9)], false, nil,
            "it was subscribed, for which it needs keys"
        ),
        ([.comes, .pairs, .goes, .vanishes, .waits(9)], false, nil, "its bond is gone"),
        ([.goes, .comes, .goes, .waits(9)], false, nil, "nobody has let it in"),
        (
            [.goes, .comes, .goes, .waits(3)], true, false,
            "bluetoothd asks nobody about it, so that it may have come for something else"
        ),
        (
            [.goes, .comes, .pairs, .goes, .waits(3)], true, true,
            "bluetoothd has asked about it after it came"
        ),
        (
            [.comes, .pairs, .subscribes, .goes, .comes, .goes, .waits(3)], true, false,
            "what it tried before counts no more"
        ),
        ([.comes, .goes, .waits(9)], true, nil, "it was there before the window"),
        (
            [.goes, .comes, .subscribes, .goes, .waits(9)], true, nil,
            "its bond works"
        ),
    ]

    @Test(arguments: stories.indices)
    func `a phone that goes without keys and stays away has failed`(index: Int) async {
        let story = Self.stories[index]
        await LoopThread.run {
            let pace = Pace.led()
            let phone = Seen.phone
            let seen = Seen()
            let watch = OldBondWatch(pace: pace, for: seen)
            var phones: [ObjectPath: Bool] = [:]
            for step in story.steps {
                switch step {
                case .comes: phones[phone] = true
                case .goes: (phones[phone], seen.subscribes) = (false, false)
                case .subscribes: seen.subscribes = true
                case .vanishes: phones[phone] = nil
                case .pairs: watch.follow(phone)
                case .waits(let seconds): pace.pass(.seconds(seconds))
                }
                watch.look(at: phones, followsAll: story.followsAll)
            }
            expect(seen.failures, is: story.hasTried.map { [$0] } ?? [], "\(story.why)")
        }
    }
}
