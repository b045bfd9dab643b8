import Formats
import Linux
import Notices
import Outlets
import Settings

/// Configuration keys of a serial port.
enum SerialKeys {
    static let device = Key<String?>.optional(
        "device", .file, isRequired: true,
        example: "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A10KZP45-if00-port0",
        summary: "The port: a name in /dev/serial, another terminal device, or a pseudo-terminal")
    static let baud = Key<Int>(
        "baud", .rate, default: 115_200, summary: "The speed of the device, in bits a second")
    static let dataBits = Key<SerialSettings.DataBits>(
        "data-bits", .oneOf([.seven, .eight]), default: .eight,
        summary: "The bits of a character; with 7 the charset is ascii")
    static let parity = Key<SerialSettings.Parity>(
        "parity", .choice, default: .none,
        summary: "The parity bit, which reveals damaged characters")
    static let stopBits = Key<SerialSettings.StopBits>(
        "stop-bits", .oneOf([.one, .two]), default: .one,
        summary: "The number of stop bits after each character")
    static let flow = Key<SerialSettings.Flow>(
        "flow", .choice, default: .none,
        summary: "How the device pauses the output: by a wire (rtscts) or by a byte (xonxoff)")

    static let format = Key<SerialFormatName>(
        "format", .choice, default: .line, summary: "The format of what is sent")
    static let width = Key<Int?>.optional(
        "width", .integer(8...250), example: "20",
        summary:
            "The columns of the device, as each format uses them")
    static let charset = Key<Charset>(
        "charset", .choice, default: .ascii,
        summary: "The characters that the device can show; others are transliterated")
    static let lineEnd = Key<SerialStyle.LineEnd>(
        "line-end", .choice, default: .crlf, summary: "How a line ends")

    static let categories = Key<[String]>.list(
        "categories", of: .choice(Category.words, kind: "category"),
        example: "incoming_call, missed_call",
        summary: "The categories that are shown, by name or label; all by default")
    static let heartbeat = Key<Duration?>.optional(
        "heartbeat", .duration(.seconds(1)...(.seconds(86_400))), example: "30s",
        summary: "Send a sign of life after this silence; never by default")
    static let maxRate = Key<Int?>.optional(
        "max-rate", .integer(1...1000), example: "2",
        summary: "The most events a second; a call that begins to ring does not wait")
    static let maxAge = Key<Duration>(
        "max-age", .duration(.zero...(.seconds(86_400))), default: .seconds(600),
        summary:
            "How old notifications may be that are sent again when the port is back; unsent events "
            + "also wait this long, and 1m at least")
    static let settle = Key<Duration?>.optional(
        "settle", .duration(.zero...(.seconds(60))), example: "2s",
        summary: "How long the device needs to start after its port opens; 2s on USB by default")
    static let takesCommands = Key<Bool>(
        "commands", .yesOrNo, default: false,
        summary: "Whether the device may answer and decline calls, clear notifications and control "
            + "media players")

    static let section = Section(
        "serial", placeholder: "NAME", summary: "A serial port to which notifications are sent",
        details: [
            "For a microcontroller, a sign, a printer or a terminal. The bridge waits for a "
                + "port that is not there. No other program can use the port meanwhile. "
                + "callboard serial test NAME shows whether the device understands the output."
        ],
        keys: [
            device.entry, baud.entry, dataBits.entry,
            parity.entry, stopBits.entry, flow.entry,
            format.entry, width.entry, charset.entry,
            lineEnd.entry, categories.entry,
            OutletKeys.silent.entry,
            heartbeat.entry, maxRate.entry, maxAge.entry,
            settle.entry, takesCommands.entry,
        ] + TemplateKeys.all)
}

extension ValueSyntax<Int> {
    /// Syntax of a rate that the kernel supports by name.
    fileprivate static let rate = ValueSyntax(
        wants: "a standard rate from 50 to 4000000, such as 9600 or 115200",
        kind: "standard rate, 50 to 4000000",
        read: { (text) throws(ValueRefusal) in
            guard let baud = Int(text), baud > 0 else { throw .otherKind }
            guard SerialRate.all.contains(baud) else {
                let neighbours = SerialRate.neighbours(of: baud).map(String.init)
                throw .because(
                    "\(baud) is not a standard rate; the nearest are "
                        + neighbours.joined(separator: " and "))
            }
            return baud
        }, write: { "\($0)" })
}
