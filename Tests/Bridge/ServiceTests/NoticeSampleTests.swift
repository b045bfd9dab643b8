import ANCS
import Expecting
import Formats
import Linux
import Notices
import Outlets
import Testing

@testable import Bridge
@testable import Doctor

/// What is shown to try a device looks as what a phone brings.
struct NoticeSampleTests {
    private static let time = WallTime(milliseconds: 1_772_442_242_000)

    @Test(arguments: OutputFormat.allCases)
    func `a call of a test is told as one of a phone`(_ format: OutputFormat) {
        for sample in [NoticeSample.shown(at: Self.time), .said(at: Self.time)] {
            var calls = 0
            var (tested, real) = (format.make(), format.make())
            for case (_, .notice(let change, let notice, let time)) in sample.events {
                guard let call = notice.call else { continue }
                calls += 1
                let other = Notice(
                    id: notice.id, phone: notice.phone, category: notice.category,
                    flags: notice.flags, uid: notice.uid, appID: Text("com.apple.mobilephone"),
                    appName: Text("Phone"), title: notice.title, message: notice.message,
                    received: notice.received, call: call)
                expect(
                    String(
                        decoding: tested.lines(for: .notice(change, notice, at: time), columns: 80),
                        as: UTF8.self),
                    is: String(
                        decoding: real.lines(
                            for: .notice(change, other, at: time), columns: 80), as: UTF8.self))
            }
            #expect(calls >= 4)
        }
    }
}
