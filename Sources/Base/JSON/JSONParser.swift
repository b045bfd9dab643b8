/// Strict parser for RFC 8259, without the optional extensions.
struct JSONParser {
    /// Objects with more members than this use a set to find duplicate keys.
    private static let fewMembers = 8

    var scanner: JSONScanner
    private let depthLimit: Int

    init(_ bytes: [UInt8], depthLimit: Int) {
        scanner = JSONScanner(bytes)
        self.depthLimit = depthLimit
    }

    /// Parses the whole text as one value.
    mutating func document() throws(JSONError) -> JSONValue {
        if scanner.next == 0xEF { throw error("the text must not begin with a byte order mark") }
        scanner.skipWhitespace()
        let value = try value(depth: 0)
        scanner.skipWhitespace()
        guard scanner.next == nil else {
            throw error("there is something after the end of the value")
        }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        let position = scanner.position
        guard let byte = scanner.next else { throw error("the text ends where a value is due") }
        let content: JSONValue.Content
        switch byte {
        case UInt8(ascii: "{"): content = .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): content = .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = try number()
        default:
            if scanner.take(all: "true") {
                content = .bool(true)
            } else if scanner.take(all: "false") {
                content = .bool(false)
            } else if scanner.take(all: "null") {
                content = .null
            } else {
                throw error("a value must begin here")
            }
        }
        return JSONValue(content, at: position)
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        try enter(depth)
        if scanner.take(UInt8(ascii: "]")) { return [] }
        var elements: [JSONValue] = []
        while true {
            elements.append(try value(depth: depth))
            if try isAtEnd(of: "array", closedBy: UInt8(ascii: "]")) { return elements }
        }
    }

    private mutating func members(depth: Int) throws(JSONError) -> [JSONMember] {
        try enter(depth)
        if scanner.take(UInt8(ascii: "}")) { return [] }
        var members: [JSONMember] = []
        var keys: Set<[UInt8]> = []
        while true {
            let member = try member(depth: depth)
            let isDuplicate: Bool
            if members.count < Self.fewMembers {
                isDuplicate = members.contains { $0.isNamed(member.key) }
            } else {
                if keys.isEmpty { keys = Set(members.map { Array($0.key.utf8) }) }
                isDuplicate = !keys.insert(Array(member.key.utf8)).inserted
            }
            guard !isDuplicate else {
                throw JSONError(
                    position: member.position,
                    sentence: "the key \(member.key.quotedForErrors) is in this object already")
            }
            members.append(member)
            if try isAtEnd(of: "object", closedBy: UInt8(ascii: "}")) { return members }
        }
    }

    private mutating func member(depth: Int) throws(JSONError) -> JSONMember {
        let position = scanner.position
        guard scanner.next == UInt8(ascii: "\"") else {
            throw error(
                scanner.next == nil
                    ? "the text ends inside an object" : "a key in double quotes must begin here")
        }
        let key = try string()
        scanner.skipWhitespace()
        guard scanner.take(UInt8(ascii: ":")) else { throw error("a colon must follow the key") }
        scanner.skipWhitespace()
        return JSONMember(key: key, position: position, value: try value(depth: depth))
    }

    /// Consumes the opening bracket of an array or object.
    private mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth <= depthLimit else {
            throw error("arrays and objects are nested more than \(depthLimit) deep")
        }
        scanner.advance()
        scanner.skipWhitespace()
    }

    private mutating func isAtEnd(
        of kind: String, closedBy bracket: UInt8
    ) throws(JSONError) -> Bool {
        scanner.skipWhitespace()
        if scanner.take(bracket) { return true }
        let isAtEnd = scanner.next == nil
        guard scanner.take(UInt8(ascii: ",")) else {
            throw error(
                isAtEnd
                    ? "the text ends inside an \(kind)"
                    : "a comma or the end of the \(kind) must follow")
        }
        scanner.skipWhitespace()
        if scanner.next == bracket { throw error("there must be no comma before the end") }
        return false
    }

    func error(_ sentence: String) -> JSONError {
        JSONError(position: scanner.position, sentence: sentence)
    }
}
