import EventSupport
import Expecting
import Notices
import Testing

@testable import Formats

struct ClassicFormatTests {
    @Test(arguments: [
        (Events.ringing, "CALL\nns\ndone\n00000007 Davidson Ro\n"),
        (Events.missed, "MISSED\nns\ndone\n00000007 Davidson Ro\n"),
        (Events.ordinary, "SOCIAL\nns\ndone\n0000002A Zoe Müller\n"),
        (Events.mail, "MAIL\nns\ndone\n0000002A Print Shop\n"),
        (Events.hostile, "SOCIAL\nns\ndone\n0000002A [31mred0m\n"),
        (Events.unknown, "OTHER\nns\ndone\nFFFFFFFF Who knows\n"),
        (Events.empty, "OTHER\nns\ndone\n00000000\n"),
        (Events.answered, ""), (Events.ended, ""), (Events.modified, ""), (Events.removed, ""),
        (Events.ready, ""), (Events.source, ""),
    ])
    func `what comes is four lines`(_ event: BridgeEvent, _ lines: String) {
        var format = OutputFormat.classic.make(showsSource: true)
        expect(format.text(of: event), is: lines)
    }
}
