import ANCS
import Expecting
import Formats
import Foundation
import Linux
import Notices
import Outlets
import Settings
import Testing

@testable import Configuration
@testable import Serial

/// The sections of serial ports.
struct SerialSettingsTests {
    @Test func `a device is all that has to be said`() throws {
        let port = try #require(
            try BridgeSettings(parsing: "[serial sign]\ndevice = /dev/ttyS0").outlets.of(
                SerialConfiguration.self
            ).first)
        expect(port.name, is: "sign")
        expect(port.port, is: SerialSettings(device: "/dev/ttyS0"))
        expect(port.format, is: .line)
        expect(port.style, is: SerialStyle())
        expect(port.options, is: SerialOptions())
    }

    @Test func `every key reaches the port`() throws {
        let port = try #require(
            try BridgeSettings(
                parsing:
                    """
                    [serial wall sign]
                    device = /dev/serial/by-id/usb-x
                    baud = 1200
                    data-bits = 7
                    parity = even
                    stop-bits = 2
                    flow = rtscts
                    format = vt
                    width = 40
                    charset = ascii
                    line-end = cr
                    categories = call, email
                    heartbeat = 1m
                    max-rate = 3
                    max-age = 0s
                    settle = 3s
                    commands = yes
                    """
            ).outlets.of(SerialConfiguration.self).first)
        expect(
            port.port,
            is: SerialSettings(
                device: "/dev/serial/by-id/usb-x", baud: 1200, dataBits: .seven, parity: .even,
                stopBits: .two, flow: .rtscts))
        expect(port.format, is: .vt)
        expect(
            port.style,
            is: SerialStyle(charset: .ascii, width: 40, lineEnd: .cr, takesCommands: true))
        expect(
            port.options,
            is: SerialOptions(
                categories: [Category(.incomingCall), Category(.email)],
                heartbeat: .seconds(60), maxRate: 3, maxAge: .zero, settle: .seconds(3)))
        expect(port.title, is: "serial wall sign (/dev/serial/by-id/usb-x)")
    }

    @Test(arguments: [
        ("baud = 9601", "9601 is not a standard rate; the nearest are 9600 and 19200"),
        ("baud = fast", "baud must be a standard rate from 50 to 4000000, such as 9600 or 115200"),
        ("data-bits = 6", "data-bits must be 7 or 8"),
        ("parity = mark", "parity must be none, even or odd"),
        ("stop-bits = 3", "stop-bits must be 1 or 2"),
        ("flow = xon", "flow must be none, rtscts or xonxoff"),
        ("format = nmea0183", "format must be line, classic, json, nmea, hm10, modem or vt"),
        ("width = 4", "width must be a whole number from 8 to 250"),
        ("charset = utf-8", "charset must be ascii, latin1, cp437 or utf8"),
        ("line-end = none", "line-end must be crlf, lf or cr"),
        ("heartbeat = 0s", "heartbeat must be a time from 1s to 1d"),
        ("format = vt\nwidth = 10", "width must be from 20 to 132 with format = vt"),
        ("format = modem\nheartbeat = 5s", "heartbeat is not possible with format = modem"),
        ("template = {titel}", "a template: column 1: unknown field; did you mean title?"),
        ("template-call = {title}", "template-call requires the key template, too"),
        ("format = nmea\ntemplate = {title}", "template has no effect with this format"),
        ("max-rate = 0", "max-rate must be a whole number from 1 to 1000"),
        ("data-bits = 7\ncharset = utf8", "charset requires 8 data bits; with 7 it must be ascii"),
        ("[serial b]\ndevice = /dev/../dev/null", "device is also used by [serial b]"),
        ("[output b]\nfile = /dev/null", "device is also the file of an output"),
    ])
    func `what cannot be is said with what would be right`(lines: String, problem: String) {
        let found = BridgeSettings.problems(in: "[serial a]\ndevice = /dev/null\n" + lines)
        expect(found.first?.contains(problem), is: true, "\(found)")
        expect(found.first?.hasPrefix("test.conf:"), is: true)
    }

    @Test func `templates reach ports and files`() throws {
        let settings = try BridgeSettings(
            parsing: """
                [serial a]
                device = /dev/ttyS0
                template = "{label:6} {title}{?: {text}} "
                template-phone = ""
                [output log]
                file = /tmp/log
                template = {day} {who}
                """)
        let template = try Template("{label:6} {title}{?: {text}} ")
        expect(
            settings.outlets.of(SerialConfiguration.self).first?.style.templates,
            is: Templates(notice: template, phone: try Template("")))
        expect(
            settings.outlets.of(OutputConfiguration.self).first?.templates,
            is: Templates(notice: try Template("{day} {who}")))
        let alone = BridgeSettings.problems(in: "[output a]\nfile = /x\ntemplate-call = {who}")
        #expect(alone.first?.contains("requires the key template, too") == true, "\(alone)")
    }

    @Test func `a port without a device is none`() {
        let twoWithout = BridgeSettings.problems(in: "[serial a]\n[serial b]")
        expect(twoWithout.count, is: 2)
        #expect(twoWithout.allSatisfy { $0.contains("lacks the key device") })
        expect(
            BridgeSettings.problems(in: "[serial a]\ndevice = ttyS0").first?.contains("from / on"),
            is: true)
    }
}
