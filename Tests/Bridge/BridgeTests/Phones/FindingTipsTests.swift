import Expecting
import Linux
import Support
import Testing

@testable import Bridge

struct FindingTipsTests {
    /// A person who notes what is shown.
    @LoopActor
    private final class Person {
        private(set) var shown: [String] = []
        private(set) var tips: FindingTips?
        let pace = Pace.led()

        init() {
            tips = FindingTips(pace: pace) { [weak self] in self?.shown.append($0) }
        }
    }

    @Test func `a person gets one tip after another while no phone comes`() async throws {
        await LoopThread.run {
            let person = Person()
            person.tips?.begin()
            for count in 1...FindingTips.all.count {
                person.pace.pass(FindingTips.pause - .milliseconds(1))
                expect(person.shown.count, is: count - 1)
                person.pace.pass(.milliseconds(1))
                expect(person.shown, is: Array(FindingTips.all.prefix(count)))
            }
            person.pace.pass(.seconds(600))
            expect(person.shown, is: FindingTips.all, "each is shown once")
        }
    }

    @Test func `once a phone has come there are no tips`() async throws {
        await LoopThread.run {
            let person = Person()
            person.tips?.begin()
            person.pace.pass(FindingTips.pause)
            person.tips?.end()
            person.pace.pass(.seconds(600))
            expect(person.shown.count, is: 1)
        }
    }

    @Test(arguments: [
        ("Switch Control > Switches > Bluetooth Devices", "where some iPhones list it"),
        ("shorter name", "what helped others"), ("`solicit`", "what iOS 18 does not list"),
    ])
    func `the tips are those of the page`(words: String, why: String) {
        expect(FindingTips.all.count { $0.contains(words) }, is: 1, "\(why)")
    }
}
