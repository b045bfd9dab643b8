internal import ANCS

/// Replaces the texts within an answer and leaves the rest unchanged.
struct AnswerMask: Sendable {
    private static let apple = Array("com.apple.".utf8)

    private let texts: TextMask

    init(_ texts: TextMask) {
        self.texts = texts
    }

    /// Masks an app's identifier; Apple's identifiers stay, because every phone has these apps.
    func appIdentifier(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: Self.apple) ? bytes : texts.masked(bytes)
    }

    func text(_ bytes: [UInt8]) -> [UInt8] {
        texts.masked(bytes)
    }

    /// Masks a write; only app requests contain names.
    func request(_ bytes: [UInt8]) -> [UInt8] {
        guard let request = try? ObservedRequest(parsing: bytes) else { return blank(bytes) }
        guard case .appAttributes(let identifier, _) = request else { return bytes }
        return [bytes[0]] + appIdentifier(identifier) + bytes.dropFirst(1 + identifier.count)
    }

    /// Masks undecodable bytes with a value that begins no answer.
    func blank(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0xFF, count: bytes.count)
    }

    /// Masks an answer or its beginning.
    func answer(_ bytes: [UInt8], to request: ObservedRequest) -> [UInt8] {
        var rest = bytes[...]
        var masked: [UInt8] = []
        func pass(_ count: Int) {
            masked += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        let isAboutAppleApp: Bool
        switch request {
        case .notificationAttributes:
            pass(5)
            isAboutAppleApp = false
        case .appAttributes(let identifier, _):
            pass(1)
            masked += appIdentifier(identifier).prefix(rest.count)
            rest = rest.dropFirst(identifier.count)
            pass(1)
            isAboutAppleApp = identifier.starts(with: Self.apple)
        case .perform: return blank(bytes)
        }
        while rest.count > 3 {
            let head = Array(rest.prefix(3))
            pass(3)
            let value = Array(rest.prefix(Int(head[1]) | Int(head[2]) << 8))
            rest = rest.dropFirst(value.count)
            if case .notificationAttributes = request {
                masked += self.value(value, of: AttributeID(rawValue: head[0]))
            } else {
                masked += isAboutAppleApp ? value : text(value)
            }
        }
        // The beginning of another attribute, or bytes outside this answer.
        return masked + (rest.first ?? 0 < 8 ? Array(rest) : blank(Array(rest)))
    }

    private func value(_ value: [UInt8], of attribute: AttributeID) -> [UInt8] {
        switch attribute {
        case .appIdentifier: appIdentifier(value)
        case .date where PhoneDate(parsing: value[...]) != nil: value
        case .messageSize
        where value.allSatisfy({ (0x30...0x39).contains($0) }) && value.count <= 5:
            value
        default: text(value)
        }
    }
}
