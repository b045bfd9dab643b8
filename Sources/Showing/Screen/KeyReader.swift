/// Key pressed at a terminal.
package enum ScreenKey: Hashable, Sendable {
    /// Printable character.
    case character(Character)
    /// Character with Control, in lower case.
    case control(Character)
    case enter
    case tab
    case escape
    case backspace
    case delete
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
}

/// Parser of terminal input into keys, regardless of how the input is split.
package struct KeyReader: Sendable {
    /// Byte limit of a sequence; the bytes beyond it are dropped.
    private static let sequenceLimit = 24

    private enum State {
        case between
        /// After an escape: the key, or the beginning of a sequence.
        case escape
        /// In a sequence after `[`, with its bytes.
        case sequence([UInt8])
        /// After `O`, which the keypad sends.
        case keypad
        /// After `[[`, which begins function keys on the Linux console.
        case function
        /// In a multibyte character, with the number of missing bytes.
        case character([UInt8], missing: Int)
    }

    private var state = State.between

    package init() {}

    /// Whether only an escape was received, which is the Escape key if nothing follows soon.
    package var isAfterEscape: Bool {
        if case .escape = state { return true }
        return false
    }

    /// Takes received bytes and returns the complete keys.
    package mutating func take(_ bytes: [UInt8]) -> [ScreenKey] {
        bytes.compactMap { take($0) }
    }

    /// Ends a pause in the input: returns the Escape key if it was pressed, and resets the parser.
    package mutating func endOfWait() -> ScreenKey? {
        defer { state = .between }
        return isAfterEscape ? .escape : nil
    }

    private mutating func take(_ byte: UInt8) -> ScreenKey? {
        switch state {
        case .between: return begin(byte)
        case .escape: return takeAfterEscape(byte)
        case .sequence(let sequence): return take(byte, in: sequence)
        case .keypad:
            state = .between
            return byte == UInt8(ascii: "M") ? .enter : Self.key(final: byte)
        case .function:
            state = .between
            return nil
        case .character(let bytes, let missing): return take(byte, after: bytes, missing)
        }
    }

    private mutating func begin(_ byte: UInt8) -> ScreenKey? {
        state = .between
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: return .enter
        case 0x09: return .tab
        case 0x08, 0x7F: return .backspace
        case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: break
        }
        return nil
    }

    private mutating func takeAfterEscape(_ byte: UInt8) -> ScreenKey? {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O"): state = .keypad
        case 0x1B: return .escape
        default:
            // A key with Alt, which has no meaning here.
            state = .between
        }
        return nil
    }

    private mutating func take(_ byte: UInt8, in sequence: [UInt8]) -> ScreenKey? {
        if byte == UInt8(ascii: "["), sequence.isEmpty {
            state = .function
            return nil
        }
        switch byte {
        case 0x20...0x3F:
            // The rest of an overlong sequence is also skipped.
            state = .sequence(sequence.count < Self.sequenceLimit ? sequence + [byte] : sequence)
            return nil
        case 0x40...0x7E:
            state = .between
            guard byte == UInt8(ascii: "~") else { return Self.key(final: byte) }
            return Self.key(number: sequence.prefix { $0 != UInt8(ascii: ";") })
        default:
            // An invalid byte ends the sequence.
            return begin(byte)
        }
    }

    private mutating func take(
        _ byte: UInt8, after bytes: [UInt8], _ missing: Int
    ) -> ScreenKey? {
        guard byte & 0b1100_0000 == 0b1000_0000 else { return begin(byte) }
        let bytes = bytes + [byte]
        if missing > 1 {
            state = .character(bytes, missing: missing - 1)
            return nil
        }
        state = .between
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
            character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return .character(character)
    }

    private static func key(final byte: UInt8) -> ScreenKey? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    private static func key(number: ArraySlice<UInt8>) -> ScreenKey? {
        switch String(decoding: number, as: UTF8.self) {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }
}
