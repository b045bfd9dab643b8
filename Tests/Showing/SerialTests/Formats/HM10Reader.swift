import Foundation

/// A reader of an HM-10 module's words, written from the public descriptions of the module and of the
/// notification service alone.
struct HM10Reader {
    struct Notification: Hashable {
        let event: Character
        let category: Character
        let count: String
        let uid: String
    }

    struct Answer: Hashable {
        let uid: String
        /// What the phone said, put together from its fragments.
        let message: [UInt8]

        /// Command, notice, attribute and length stand before the text.
        var text: [UInt8] { Array(message.dropFirst(8)) }
        var number: UInt32 { message[1..<5].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        var attribute: UInt8 { message[5] }
        var length: Int { Int(message[6]) | Int(message[7]) << 8 }
    }

    enum Item: Hashable {
        case opened(Character)
        case notification(Notification)
        case answer(Answer)
    }

    /// All that was said; nil where something is none of what the descriptions know.
    static func items(in bytes: [UInt8]) -> [Item]? {
        var rest = bytes[...]
        var items: [Item] = []
        func take(_ count: Int) -> String? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }
        func sees(_ text: String) -> Bool { rest.starts(with: text.utf8) }
        while !rest.isEmpty {
            guard take(3) == "OK+", let start = take(4) else { return nil }
            if start == "ANCS" {
                guard let kind = take(1) else { return nil }
                if "NCD".contains(kind) {
                    items.append(.opened(Character(kind)))
                } else if kind == "8", let value = take(8)?.map({ $0 }), value.count == 8 {
                    items.append(
                        .notification(
                            Notification(
                                event: value[0], category: value[1], count: String(value[2...3]),
                                uid: String(value[4...]))))
                } else {
                    return nil
                }
                continue
            }
            guard take(8) == "OK+ANCSW" else { return nil }
            var message: [UInt8] = []
            while sees("OK+ANCS:") {
                _ = take(8)
                guard let digits = take(2), let count = Int(digits, radix: 16),
                    (1...20).contains(count), rest.count >= count
                else { return nil }
                message += rest.prefix(count)
                rest = rest.dropFirst(count)
            }
            guard message.count >= 8 else { return nil }
            items.append(.answer(Answer(uid: start, message: message)))
        }
        return items
    }
}

/// How public sketches take an answer apart, each in its own way, and what they find in it.
enum HM10Sketch {
    /// Looks for a place where the text must be and drops bytes that are zero; what stands before the
    /// name are bytes that no display shows.
    static func byPlace(_ answer: [UInt8]) -> String? {
        let bytes = answer.filter { $0 != 0 }
        let mark = Array("OK+ANCS:".utf8)
        guard bytes.count > 26, bytes[15..<23].elementsEqual(mark) else { return nil }
        let rest = bytes[26...].dropFirst()
        let end = rest.indices.first { rest[$0...].starts(with: "OK+ANC".utf8) } ?? rest.endIndex
        let first = rest[..<end]
        let second = end < rest.endIndex ? rest[end...].dropFirst(10) : []
        return String(decoding: (first + second).filter { $0 >= 0x20 }, as: UTF8.self)
    }

    /// Splits at the mark, drops two digits of each part and then eight bytes.
    static func bySplitting(_ answer: [UInt8]) -> String {
        let text = String(decoding: answer, as: UTF8.self)
        let parts = text.components(separatedBy: "OK+ANCS:").filter { !$0.hasPrefix("OK") }
        return String(
            decoding: Array(parts.map { $0.dropFirst(2) }.joined().utf8).dropFirst(8),
            as: UTF8.self)
    }

    /// Counts the bytes that can be shown, from the W on.
    static func byCounting(_ answer: [UInt8]) -> String {
        let shown = answer.filter { $0 > 31 && $0 < 0x80 }
        let start = shown.firstIndex(of: UInt8(ascii: "W")) ?? 0
        return String(decoding: shown[start...].dropFirst(11), as: UTF8.self)
    }

    /// Reads as many bytes as a part says, in hexadecimal, and skips eight of the first part.
    static func byLength(_ answer: [UInt8]) -> String {
        var content: [UInt8] = []
        var header = 8
        var index = 0
        while index < answer.count {
            guard answer[index...].starts(with: "OK+ANCS:".utf8) else {
                index += 1
                continue
            }
            let digits = String(decoding: answer[(index + 8)..<(index + 10)], as: UTF8.self)
            let length = Int(digits, radix: 16) ?? 0
            content += answer[(index + 10 + header)..<(index + 10 + length)]
            header = 0
            index += 10 + length
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Splits at what every word of the module begins with; for answers of two parts.
    static func byFourPieces(_ answer: [UInt8]) -> String? {
        let pieces = String(decoding: answer, as: UTF8.self).components(separatedBy: "OK+ANCS")
        guard pieces.count == 4, pieces[1] == "W" else { return nil }
        return pieces[2...].map { String($0.dropFirst(3)) }.joined()
    }
}
