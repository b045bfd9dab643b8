/// A request for an attribute as sketches write it: `AT+ANCS`, four characters, a digit, two digits.
struct HM10Request: Hashable, Sendable {
    /// The characters that stand for the notice.
    let handle: [UInt8]
    let attribute: Int
    /// How many bytes are wanted at most; nothing for as many as there are.
    let length: Int
}

/// Finds requests, and lines of one letter, in what a sketch says; neither need end in a line end.
struct HM10RequestReader: Sendable {
    /// What was found.
    enum Item: Hashable, Sendable {
        case request(HM10Request)
        /// A line of one byte, whatever that is.
        case line(UInt8)
        /// Something else, as a whole.
        case nothing
    }

    private static let start = Array("AT+ANCS".utf8)
    private static let handle = 4
    private static let length = start.count + handle + 3

    /// The beginning of a request or line; never more than a request has.
    private var pending: [UInt8] = []
    /// Whether something that means nothing came before it.
    private var isAfterNothing = false

    /// Takes a byte and says what it completes.
    mutating func take(_ byte: UInt8) -> [Item] {
        if byte == 0x0A || byte == 0x0D { return endLine() }
        pending.append(byte)
        while !pending.isEmpty, !mayBecomeSomething {
            pending.removeFirst()
            isAfterNothing = true
        }
        guard pending.count == Self.length else { return [] }
        defer { reset() }
        return (isAfterNothing ? [.nothing] : []) + [.request(request(pending))]
    }

    private mutating func endLine() -> [Item] {
        defer { reset() }
        if !isAfterNothing, pending.count == 1 { return pending.map(Item.line) }
        return pending.isEmpty && !isAfterNothing ? [] : [.nothing]
    }

    private mutating func reset() {
        pending = []
        isAfterNothing = false
    }

    private var mayBecomeSomething: Bool {
        if pending.count == 1, !isAfterNothing { return true }
        return pending.indices.allSatisfy { index in
            if index < Self.start.count { return pending[index] == Self.start[index] }
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(pending[index])
            let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(pending[index] & 0xDF)
            return isDigit || isLetter && index < Self.start.count + Self.handle
        }
    }

    /// The request of as many bytes as it must have, all of which are what they must be.
    private func request(_ bytes: [UInt8]) -> HM10Request {
        let numbers = bytes.suffix(3).map { Int($0) - Int(UInt8(ascii: "0")) }
        return HM10Request(
            handle: Array(bytes.dropFirst(Self.start.count).prefix(Self.handle)),
            attribute: numbers[0], length: numbers[1] * 10 + numbers[2])
    }
}
