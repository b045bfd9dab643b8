/// The target of a request.
struct RequestTarget {
    let path: String
    let query: [String: String]

    init(_ bytes: ArraySlice<UInt8>) throws(WebFault) {
        guard bytes.first == UInt8(ascii: "/"),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .bad("a target begins with / and has only visible characters of ASCII") }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = String(decoding: bytes[..<mark], as: UTF8.self)
        query = try Self.query(bytes[mark...].dropFirst())
    }

    private static func query(_ bytes: ArraySlice<UInt8>) throws(WebFault) -> [String: String] {
        var query: [String: String] = [:]
        let pairs = bytes.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= WebLimits.queryItems else {
            throw .bad("a query has at most \(WebLimits.queryItems) values")
        }
        for pair in pairs {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try decoded(pair[..<equals])
            let value = try decoded(pair[equals...].dropFirst())
            if query[name] == nil { query[name] = value }
        }
        return query
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(WebFault) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexDigit,
                    let low = bytes[index + 2].hexDigit
                else { throw .bad("a % in a query must be followed by two hexadecimal digits") }
                result.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+"):
                result.append(0x20)
                index += 1
            case let byte:
                result.append(byte)
                index += 1
            }
        }
        guard let text = String(validating: result, as: UTF8.self), !result.contains(0) else {
            throw .bad("a query is UTF-8 without zero characters")
        }
        return text
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
