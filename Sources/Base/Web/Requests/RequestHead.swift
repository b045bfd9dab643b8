/// Parser of the request line and the header fields.
struct RequestHead {
    /// Fields that must not be repeated.
    private static let single: Set = [
        "host", "content-length", "content-type", "origin", "sec-fetch-site", "authorization",
        "x-callboard", "last-event-id", "if-none-match", "expect", "transfer-encoding",
    ]

    let request: WebRequest

    init(_ bytes: ArraySlice<UInt8>) throws(WebFault) {
        let lines = try Self.lines(of: bytes)
        let line = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
        guard line.count == 3 else {
            throw .bad("a request begins with a method, a target and a version")
        }
        let isNew = try Self.isNew(line[2])
        let method = try Self.method(line[0])
        let target = try RequestTarget(line[1])
        let fields = try Self.fields(in: lines.dropFirst())
        if isNew, fields["host"] == nil { throw .bad("a request names its host") }
        request = WebRequest(
            method: method, path: target.path, query: target.query, fields: fields,
            keepsConnection: isNew && !Self.closes(fields["connection"]),
            bodyLength: try Self.bodyLength(fields, method))
    }

    private static func lines(of bytes: ArraySlice<UInt8>) throws(WebFault) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            if bytes[index] == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A {
                lines.append(bytes[start..<index])
                (start, index) = (index + 2, index + 2)
                continue
            }
            let isText = bytes[index] >= 0x20 && bytes[index] != 0x7F || bytes[index] == 0x09
            guard isText else {
                throw .bad(
                    "the request has a control character, or a line that does not end with CR LF")
            }
            index += 1
        }
        return lines + [bytes[start...]]
    }

    private static func isNew(_ version: ArraySlice<UInt8>) throws(WebFault) -> Bool {
        switch String(decoding: version, as: UTF8.self) {
        case "HTTP/1.1": return true
        case "HTTP/1.0": return false
        case let other where other.hasPrefix("HTTP/"):
            throw WebFault(.wrongVersion, "only HTTP/1.0 and HTTP/1.1 are supported")
        default: throw .bad("a request begins with a method, a target and a version")
        }
    }

    private static func method(_ bytes: ArraySlice<UInt8>) throws(WebFault) -> WebRequest.Method {
        guard !bytes.isEmpty, bytes.allSatisfy(\.isTokenByte) else {
            throw .bad("a method is a word")
        }
        guard let method = WebRequest.Method(rawValue: String(decoding: bytes, as: UTF8.self))
        else {
            throw WebFault(.methodNotAllowed, "only GET, HEAD and POST are understood")
        }
        return method
    }

    private static func fields(
        in lines: ArraySlice<ArraySlice<UInt8>>
    ) throws(WebFault) -> [String: String] {
        guard lines.count <= WebLimits.fields else {
            throw WebFault(.headTooLarge, "a request has at most \(WebLimits.fields) fields")
        }
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(\.isTokenByte)
            else { throw .bad("a field is a name, a colon and a value in one line") }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            let value = String(
                String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed)
            if let before = fields[name] {
                guard !single.contains(name) else { throw .bad("\(name) may stand only once") }
                fields[name] = before + (name == "cookie" ? "; " : ", ") + value
            } else {
                fields[name] = value
            }
        }
        return fields
    }

    private static func closes(_ value: String?) -> Bool {
        (value ?? "").split(separator: ",").contains { $0.trimmed.lowercased() == "close" }
    }

    private static func bodyLength(
        _ fields: [String: String], _ method: WebRequest.Method
    ) throws(WebFault) -> Int {
        if fields["transfer-encoding"] != nil {
            throw WebFault(.notImplemented, "a body is sent with its length, in one piece")
        }
        if fields["expect"] != nil {
            throw WebFault(.expectationFailed, "a body is sent without asking before")
        }
        guard let text = fields["content-length"] else {
            if method == .post {
                throw WebFault(.lengthRequired, "a POST says how long its body is")
            }
            return 0
        }
        guard !text.isEmpty, text.utf8.count <= 18,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(text)
        else { throw .bad("a length is a number") }
        guard length <= WebLimits.body else {
            throw WebFault(.tooLarge, "a body has at most \(WebLimits.body) bytes")
        }
        guard method == .post || length == 0 else { throw .bad("only a POST has a body") }
        return length
    }
}

extension UInt8 {
    /// Whether the byte may be part of a method or a field name.
    var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
