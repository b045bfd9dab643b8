/// A keyboard that never types: iOS bonds with one because it may be read only over an encrypted
/// link, and comes back to it by itself.
package enum Keyboard {
    /// One of its characteristics.
    package struct Characteristic: Hashable, Sendable {
        /// The short number under which it is published.
        package let uuid: UInt16
        /// What is read; nil for one that can only be written.
        package let value: [UInt8]?
        /// Whether it can be written; that changes nothing.
        package let isWritable: Bool
        /// What its Report Reference says; nil for one that is no report, and sends no values.
        package let reportReference: [UInt8]?
    }

    /// What its report map says it is: a usage of the page of desktop devices (HID Usage Tables, 4).
    package enum Usage: UInt8, CaseIterable, Sendable {
        case keyboard = 0x06
        case keypad = 0x07
    }

    /// The service of keyboards and mice.
    package static let service: UInt16 = 0x1812
    /// What it looks like.
    package static let appearance: UInt16 = 0x03C1
    /// An input device of no particular kind.
    package static let genericAppearance: UInt16 = 0x03C0
    /// What says which report a characteristic is.
    package static let reportReference: UInt16 = 0x2908

    /// Its characteristics, all of which ask for an encrypted link.
    package static func characteristics(_ usage: Usage) -> [Characteristic] {
        [
            Characteristic(0x2A4A, information), Characteristic(0x2A4B, reportMap(usage)),
            Characteristic(0x2A4C, nil, isWritable: true),
            Characteristic(0x2A4E, reportProtocol, isWritable: true),
            Characteristic(0x2A4D, noKey, reportReference: inputReport),
        ]
    }

    /// HID version 1.11, no country, normally connectable.
    private static let information: [UInt8] = [0x11, 0x01, 0x00, 0x02]
    private static let reportProtocol: [UInt8] = [0x01]
    /// A keyboard with one report of eight bytes: modifiers, a reserved byte and six keys.
    private static func reportMap(_ usage: Usage) -> [UInt8] {
        [0x05, 0x01, 0x09, usage.rawValue] + [
            0xA1, 0x01, 0x85, 0x01, 0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01,
            0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01, 0x95, 0x06,
            0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00,
            0xC0,
        ]
    }
    /// No key is pressed, ever.
    private static let noKey = [UInt8](repeating: 0, count: 8)
    /// Report 1 is an input report.
    private static let inputReport: [UInt8] = [0x01, 0x01]
}

extension Keyboard.Characteristic {
    fileprivate init(
        _ uuid: UInt16, _ value: [UInt8]?, isWritable: Bool = false,
        reportReference: [UInt8]? = nil
    ) {
        self.uuid = uuid
        self.value = value
        self.isWritable = isWritable
        self.reportReference = reportReference
    }
}
