internal import Formats
internal import Linux

/// Answer to a request: an echo of the request and the text, in the fragments in which the phone
/// sends it over the air.
struct HM10Answer {
    /// Lengths that are avoided, because a port with XON/XOFF interprets the byte.
    private static let avoidedLengths: Set<UInt8> = [0x11, 0x13]
    /// Bytes of a fragment.
    private static let fragment = 20
    /// Prefix of all output of the module.
    private static let mark = Array("OK+".utf8)

    let request: HM10Request
    /// Number of the notification; zero if unknown.
    let handle: UInt8
    let text: String
    let charset: Charset

    var bytes: [UInt8] {
        let message = self.message
        var bytes = Array("OK+".utf8) + request.handle + Array("OK+ANCSW".utf8)
        for start in stride(from: 0, to: message.count, by: Self.fragment) {
            let part = message[start..<min(start + Self.fragment, message.count)]
            bytes += "OK+ANCS:\(part.count.padded(to: 2, radix: 16).uppercased())".utf8
            bytes += part
        }
        return bytes
    }

    /// Command, notification, attribute and length as the phone sends them, followed by the text.
    private var message: [UInt8] {
        let text = self.content
        return [0, handle, 0, 0, 0, UInt8(request.attribute), UInt8(text.count), 0] + text
    }

    /// The text, with a length that can be written as one byte.
    private var content: [UInt8] {
        let takesLength = HM10Attributes.withLength.contains(request.attribute)
        let limit =
            takesLength && request.length > 0 ? request.length : HM10Attributes.longest
        let text = encoded(limit)
        guard Self.avoidedLengths.contains(UInt8(text.count)) else { return text }
        let shorter = text.count < limit ? text : encoded(limit - 1)
        // A cut may remove more than one byte.
        let isAvoided = Self.avoidedLengths.contains(UInt8(shorter.count))
        return shorter + (isAvoided ? [UInt8(ascii: " ")] : [])
    }

    /// Returns the text in a maximum number of bytes.
    private func encoded(_ limit: Int) -> [UInt8] {
        var columns = limit
        while true {
            let text = charset.encode(text, width: columns)
            if text.count <= limit { return Self.withoutMark(text) }
            columns -= 1
        }
    }

    /// Alters a text so that it cannot be mistaken for output of the module.
    private static func withoutMark(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for start in text.indices where text[start...].starts(with: mark) {
            text[start + mark.count - 1] = UInt8(ascii: " ")
        }
        return text
    }
}
