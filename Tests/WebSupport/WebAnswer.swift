import Linux
import Waiting

/// An answer of a web server, read by rules of its own.
package struct WebAnswer: Equatable, Sendable {
    /// The number of its status.
    package let status: Int
    /// Its fields by their names in lower case, the last of each.
    package let fields: [String: String]
    /// What it says; all that came so far where its length is not said.
    package let body: [UInt8]

    /// What it says as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first answer in some bytes, and how many of them it is; nil where it is not whole.
    ///
    /// - Parameter hasBody: whether the length that it tells is that of something that comes.
    package static func first(
        in bytes: [UInt8], hasBody: Bool = true
    ) -> (answer: WebAnswer, length: Int)? {
        guard let end = bytes.firstIndex(of: [13, 10, 13, 10]) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            return nil
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1]) : ""
        }
        let length = hasBody ? fields["content-length"].flatMap { Int($0) } : 0
        let start = end + 4
        if let length, bytes.count < start + length { return nil }
        let body = Array(bytes[start..<(length.map { start + $0 } ?? bytes.count)])
        return (WebAnswer(status: status, fields: fields, body: body), start + body.count)
    }
}

extension RawConnection {
    /// Takes the next answer away; nil where none is whole.
    package func nextAnswer(hasBody: Bool = true) -> WebAnswer? {
        guard let (answer, length) = WebAnswer.first(in: received, hasBody: hasBody) else {
            return nil
        }
        _ = takeReceived(length)
        return answer
    }

    /// Waits for the next answer; nil where none comes, or the connection ends.
    package func answer(hasBody: Bool = true) async -> WebAnswer? {
        for _ in 0..<Patience.seconds * 1_000 {
            if let answer = nextAnswer(hasBody: hasBody) { return answer }
            if isEnded { return nil }
            await withCheckedContinuation { continuation in
                EventLoop.shared.after(.milliseconds(1)) { continuation.resume() }
            }
        }
        return nil
    }
}

extension [UInt8] {
    /// Where some bytes are in it first.
    package func firstIndex(of part: [UInt8]) -> Int? {
        guard count >= part.count else { return nil }
        return (0...(count - part.count)).first {
            self[$0] == part[0] && self[$0...].starts(with: part)
        }
    }
}
