/// Opcodes of the attribute protocol (Core specification, Vol 3 Part F 3.4.8).
enum Operation {
    static let errorResponse: UInt8 = 0x01
    static let exchangeMTURequest: UInt8 = 0x02
    static let findInformationRequest: UInt8 = 0x04
    static let findByTypeValueRequest: UInt8 = 0x06
    static let readByTypeRequest: UInt8 = 0x08
    static let readRequest: UInt8 = 0x0A
    static let readBlobRequest: UInt8 = 0x0C
    static let readByGroupTypeRequest: UInt8 = 0x10
    static let writeRequest: UInt8 = 0x12
    static let prepareWriteRequest: UInt8 = 0x16
    static let executeWriteRequest: UInt8 = 0x18
    static let valueNotification: UInt8 = 0x1B
    static let valueIndication: UInt8 = 0x1D
    static let valueConfirmation: UInt8 = 0x1E
    static let writeCommand: UInt8 = 0x52

    /// Returns the opcode of the response, which is the next number.
    static func response(to request: UInt8) -> UInt8 { request + 1 }

    /// Returns whether this is a request of a client, which is answered.
    static func isRequest(_ operation: UInt8) -> Bool {
        operation & 0xC1 == 0 && operation != valueConfirmation && operation != 0
    }

    /// Returns whether this is a command, which is never answered, not even with an error.
    static func isCommand(_ operation: UInt8) -> Bool { operation & 0x40 != 0 }

    /// Returns whether this is a server's PDU that needs no answer.
    static func isFromServer(_ operation: UInt8) -> Bool {
        operation == valueNotification || operation == 0x23
            || (operation & 1 == 1 && operation <= 0x21 && operation != valueIndication)
    }
}

/// Error code of an error response.
struct SimulatedAttributeError: Error, Hashable, Sendable {
    let code: UInt8

    static let invalidHandle = SimulatedAttributeError(code: 0x01)
    static let readNotPermitted = SimulatedAttributeError(code: 0x02)
    static let writeNotPermitted = SimulatedAttributeError(code: 0x03)
    static let invalidPDU = SimulatedAttributeError(code: 0x04)
    static let insufficientAuthentication = SimulatedAttributeError(code: 0x05)
    static let requestNotSupported = SimulatedAttributeError(code: 0x06)
    static let invalidOffset = SimulatedAttributeError(code: 0x07)
    static let prepareQueueFull = SimulatedAttributeError(code: 0x09)
    static let attributeNotFound = SimulatedAttributeError(code: 0x0A)
    static let invalidValueLength = SimulatedAttributeError(code: 0x0D)
    static let insufficientEncryption = SimulatedAttributeError(code: 0x0F)
    static let unsupportedGroupType = SimulatedAttributeError(code: 0x10)
    static let valueNotAllowed = SimulatedAttributeError(code: 0x13)

    static let unknownCommand = SimulatedAttributeError(code: 0xA0)
    static let invalidCommand = SimulatedAttributeError(code: 0xA1)
    static let invalidParameter = SimulatedAttributeError(code: 0xA2)
    static let actionFailed = SimulatedAttributeError(code: 0xA3)

    /// Media service: the host has not subscribed to Entity Update.
    static let invalidState = SimulatedAttributeError(code: 0xA0)
    /// Media service: the attribute is empty.
    static let absentAttribute = SimulatedAttributeError(code: 0xA2)
}

/// Type of an attribute: a number of the Bluetooth SIG, or a UUID of 128 bits.
struct AttributeType: Hashable, Sendable {
    /// Base UUID of short numbers, which are in bits 96 to 127.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    private let value: UInt128
    private let isShort: Bool

    init(_ short: UInt16) {
        value = Self.base | UInt128(short) << 96
        isShort = true
    }

    /// Creates a type from 128 bits; a long form of a short number becomes short.
    init(long: UInt128) {
        value = long
        isShort = long & ~(0xFFFF << 96) == Self.base
    }

    /// Parses two or sixteen bytes, the lowest first; returns nil for other lengths.
    init?(littleEndian bytes: [UInt8]) {
        let number = bytes.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        switch bytes.count {
        case 2: self.init(UInt16(number))
        case 16: self.init(long: number)
        default: return nil
        }
    }

    var bytes: [UInt8] {
        isShort
            ? (0..<2).map { UInt8(truncatingIfNeeded: value >> (96 + 8 * $0)) }
            : (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func == (left: AttributeType, right: AttributeType) -> Bool {
        left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }

    static let primaryService = AttributeType(0x2800)
    static let secondaryService = AttributeType(0x2801)
    static let characteristic = AttributeType(0x2803)
    static let extendedProperties = AttributeType(0x2900)
    static let configuration = AttributeType(0x2902)
}
