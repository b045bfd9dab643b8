/// Parser of requests, commands and one-letter lines of a sketch.
///
/// Requests and commands need no line end, one-letter lines do. All may arrive in any pieces.
struct HM10RequestReader: Sendable {
    /// Parsed item.
    enum Item: Hashable, Sendable {
        case request(HM10Request)
        case command(HM10Command)
        /// Line of one byte, whatever it is.
        case line(UInt8)
        /// Unknown input.
        case nothing
    }

    private static let start = Array("AT+ANCS".utf8)
    private static let handle = 4
    private static let length = start.count + handle + 3
    private static let attention = HM10Command.attention.bytes
    /// Sequences besides requests; only the next command shows that an `AT` is complete.
    private static let words = HM10Command.whole.map(\.bytes) + [attention + attention]

    /// Beginning of a request, command or line; never longer than a request.
    private var pending: [UInt8] = []
    /// Whether unknown input precedes the pending bytes.
    private var isAfterNothing = false
    /// Whether no request or command was reported yet.
    private var isFresh = true
    /// Whether the pending `AT` was already reported.
    private var isAttended = false

    /// Takes received bytes and returns the items that they complete.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Item] {
        var items = bytes.flatMap { take($0) }
        // A sketch that begins with `AT` waits for the answer before it sends anything else.
        if isFresh, !isAttended, !isAfterNothing, pending == Self.attention {
            (isFresh, isAttended) = (false, true)
            items.append(.command(.attention))
        }
        return items
    }

    private mutating func take(_ byte: UInt8) -> [Item] {
        // A terminal may send XON and XOFF anywhere.
        if byte == 0x11 || byte == 0x13 { return [] }
        if byte == 0x0A || byte == 0x0D { return endLine() }
        var items: [Item] = []
        pending.append(byte)
        while !pending.isEmpty, !mayBecomeSomething {
            if let command = commandBeforeAnother {
                items += found(command)
                pending.removeFirst(command.bytes.count)
            } else {
                pending.removeFirst()
                isAfterNothing = true
            }
        }
        if pending == Self.attention + Self.attention {
            items += found(.attention)
            pending = Self.attention
        } else if let command = HM10Command.whole.first(where: { $0.bytes == pending }) {
            items += found(command)
            pending = []
        } else if pending.count == Self.length {
            items += (isAfterNothing ? [.nothing] : []) + [.request(request(pending))]
            reset()
            isFresh = false
        }
        return items
    }

    private mutating func endLine() -> [Item] {
        defer { reset() }
        if pending.isEmpty { return isAfterNothing ? [.nothing] : [] }
        if isAfterNothing { return [.nothing] }
        var items: [Item] = []
        let off = HM10Command.ancsOff.bytes
        let rest = pending.dropFirst(off.count)
        let isLetter = rest.count == 1 && rest.allSatisfy { $0 > UInt8(ascii: "9") }
        if pending.starts(with: off), rest.isEmpty || isLetter || rest.elementsEqual(Self.attention)
        {
            items += found(.ancsOff)
            pending = Array(rest)
        }
        if pending == Self.attention { return items + found(.attention) }
        if pending.count == 1 { return items + pending.map(Item.line) }
        return pending.isEmpty ? items : items + [.nothing]
    }

    /// Returns a command, preceded by unknown input if any.
    private mutating func found(_ command: HM10Command) -> [Item] {
        defer { (isAfterNothing, isAttended) = (false, false) }
        isFresh = false
        let before: [Item] = isAfterNothing ? [.nothing] : []
        return before + (command == .attention && isAttended ? [] : [.command(command)])
    }

    private mutating func reset() {
        pending = []
        (isAfterNothing, isAttended) = (false, false)
    }

    /// The pending command, if another one follows it.
    private var commandBeforeAnother: HM10Command? {
        HM10Command.beginnings.first { command in
            pending.starts(with: command.bytes)
                && pending.dropFirst(command.bytes.count).starts(with: Self.attention)
        }
    }

    private var mayBecomeSomething: Bool {
        if pending.count == 1, !isAfterNothing { return true }
        if Self.words.contains(where: { $0.starts(with: pending) }) { return true }
        return pending.indices.allSatisfy { index in
            if index < Self.start.count { return pending[index] == Self.start[index] }
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(pending[index])
            let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(pending[index] & 0xDF)
            return isDigit || isLetter && index < Self.start.count + Self.handle
        }
    }

    /// Returns the request of bytes that were already checked.
    private func request(_ bytes: [UInt8]) -> HM10Request {
        let numbers = bytes.suffix(3).map { Int($0) - Int(UInt8(ascii: "0")) }
        return HM10Request(
            handle: Array(bytes.dropFirst(Self.start.count).prefix(Self.handle)),
            attribute: numbers[0], length: numbers[1] * 10 + numbers[2])
    }
}
