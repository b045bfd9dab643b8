/// Finds requests, commands, and lines of one letter, in what a sketch says; none need end in a line
/// end, and all may come in any pieces.
struct HM10RequestReader: Sendable {
    /// What was found.
    enum Item: Hashable, Sendable {
        case request(HM10Request)
        case command(HM10Command)
        /// A line of one byte, whatever that is.
        case line(UInt8)
        /// Something else, as a whole.
        case nothing
    }

    private static let start = Array("AT+ANCS".utf8)
    private static let handle = 4
    private static let length = start.count + handle + 3
    private static let attention = HM10Command.attention.bytes
    /// What may come whole beside requests; only the next command's letters show that an `AT` is over.
    private static let words = HM10Command.whole.map(\.bytes) + [attention + attention]

    /// The beginning of a request, command or line; never more than a request has.
    private var pending: [UInt8] = []
    /// Whether something that means nothing came before it.
    private var isAfterNothing = false
    /// Whether nothing was said yet but `AT`.
    private var isFresh = true
    /// Whether the `AT` that is pending has been taken note of.
    private var isAttended = false

    /// Takes bytes as they come and says what they complete.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Item] {
        var items = bytes.flatMap { take($0) }
        // A sketch that begins with this waits for the answer, and says nothing else till then.
        if isFresh, !isAttended, !isAfterNothing, pending == Self.attention {
            (isFresh, isAttended) = (false, true)
            items.append(.command(.attention))
        }
        return items
    }

    private mutating func take(_ byte: UInt8) -> [Item] {
        // A terminal says XON and XOFF wherever it likes.
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

    /// What a command is, and what stands before it; the command ends by itself.
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

    /// A command behind which another begins.
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

    /// The request of as many bytes as it must have, all of which are what they must be.
    private func request(_ bytes: [UInt8]) -> HM10Request {
        let numbers = bytes.suffix(3).map { Int($0) - Int(UInt8(ascii: "0")) }
        return HM10Request(
            handle: Array(bytes.dropFirst(Self.start.count).prefix(Self.handle)),
            attribute: numbers[0], length: numbers[1] * 10 + numbers[2])
    }
}
