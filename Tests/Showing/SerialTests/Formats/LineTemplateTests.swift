import EventSupport
import Expecting
import Formats
import Testing

@testable import Serial

/// Templates of the format `line` on a serial port.
struct LineTemplateTests {
    @Test func `calls and phones may have templates of their own, or none`() throws {
        let templates = Templates(
            notice: try Template("N {title}"), call: try Template("C {title}"),
            phone: try Template(""))
        let style = SerialStyle(lineEnd: .lf, templates: templates)
        expect(spokenText(.line, [Events.ordinary], style), is: "N Zoe Muller\n")
        expect(spokenText(.line, [Events.ringing], style), is: "C Davidson Ro\n")
        expect(spokenText(.line, [Events.ready], style), is: "")
    }
}
