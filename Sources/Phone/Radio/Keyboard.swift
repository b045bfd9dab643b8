/// A keyboard that never types.
///
/// iOS bonds with a keyboard because it can be read only over an encrypted link, and reconnects to
/// it by itself.
package enum Keyboard {
    /// A characteristic of the keyboard service.
    package struct Characteristic: Hashable, Sendable {
        /// Short number of the characteristic.
        package let uuid: UInt16
        /// Readable value; nil if the characteristic can only be written.
        package let value: [UInt8]?
        /// Whether writes are accepted; they have no effect.
        package let isWritable: Bool
        /// Value of its Report Reference descriptor; nil if the characteristic is not a report and
        /// sends no values.
        package let reportReference: [UInt8]?
    }

    /// Usage in the report map, on the page of desktop devices (HID Usage Tables, 4).
    package enum Usage: UInt8, CaseIterable, Sendable {
        case keyboard = 0x06
        case keypad = 0x07
    }

    /// Service number of keyboards and mice (HID over GATT).
    package static let service: UInt16 = 0x1812
    /// Appearance of a keyboard.
    package static let appearance: UInt16 = 0x03C1
    /// Appearance of a generic input device.
    package static let genericAppearance: UInt16 = 0x03C0
    /// Descriptor that identifies a report.
    package static let reportReference: UInt16 = 0x2908

    /// Returns the characteristics of the service; all require an encrypted link.
    package static func characteristics(_ usage: Usage) -> [Characteristic] {
        [
            Characteristic(0x2A4A, information), Characteristic(0x2A4B, reportMap(usage)),
            Characteristic(0x2A4C, nil, isWritable: true),
            Characteristic(0x2A4E, reportProtocol, isWritable: true),
            Characteristic(0x2A4D, noKey, reportReference: inputReport),
        ]
    }

    private static let information: [UInt8] = [0x11, 0x01, 0x00, 0x02]
    private static let reportProtocol: [UInt8] = [0x01]
    /// Returns the report map of a keyboard with one report of eight bytes: modifiers, a reserved
    /// byte and six keys.
    private static func reportMap(_ usage: Usage) -> [UInt8] {
        [0x05, 0x01, 0x09, usage.rawValue] + [
            0xA1, 0x01, 0x85, 0x01, 0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01,
            0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01, 0x95, 0x06,
            0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00,
            0xC0,
        ]
    }
    /// Report without a pressed key, the only one sent.
    private static let noKey = [UInt8](repeating: 0, count: 8)
    /// Reference to report 1, an input report.
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
