internal import Formats
internal import Linux

/// The answer to a request: who is asked about, a word that the phone was asked, and what the phone
/// says, in the fragments in which it comes over the air.
struct HM10Answer {
    /// Lengths that are avoided, since a port with XON/XOFF acts upon the byte.
    private static let avoidedLengths: Set<UInt8> = [0x11, 0x13]
    /// What a phone puts into one fragment.
    private static let fragment = 20
    /// What every word of the module begins with.
    private static let mark = Array("OK+".utf8)

    let request: HM10Request
    /// The number of the notice; zero for one that nobody knows.
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

    /// Command, notice, attribute and length as the phone sends them, and the text.
    private var message: [UInt8] {
        let text = self.content
        return [0, handle, 0, 0, 0, UInt8(request.attribute), UInt8(text.count), 0] + text
    }

    /// The text, of a length that may be written as one byte.
    private var content: [UInt8] {
        let takesLength = HM10Attributes.withLength.contains(request.attribute)
        let limit =
            takesLength && request.length > 0 ? request.length : HM10Attributes.longest
        let text = encoded(limit)
        guard Self.avoidedLengths.contains(UInt8(text.count)) else { return text }
        let shorter = text.count < limit ? text : encoded(limit - 1)
        // A cut may leave less than it must.
        let isAvoided = Self.avoidedLengths.contains(UInt8(shorter.count))
        return shorter + (isAvoided ? [UInt8(ascii: " ")] : [])
    }

    /// The text in at most so many bytes.
    private func encoded(_ limit: Int) -> [UInt8] {
        var columns = limit
        while true {
            let text = charset.encode(text, width: columns)
            if text.count <= limit { return Self.withoutMark(text) }
            columns -= 1
        }
    }

    /// A text in which nobody takes a stranger's words for the module's.
    private static func withoutMark(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for start in text.indices where text[start...].starts(with: mark) {
            text[start + mark.count - 1] = UInt8(ascii: " ")
        }
        return text
    }
}
