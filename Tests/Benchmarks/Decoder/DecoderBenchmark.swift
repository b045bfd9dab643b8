import ANCS
import Linux

/// Puts the answers of a corpus file together and decodes them, over and over, and prints how many
/// that makes a second.
@main enum DecoderBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.dropFirst() == ["text"] { return TextBenchmark.run() }
        guard arguments.count == 4, let seconds = Double(arguments[3]),
            let answers = try? read(arguments[2])
        else {
            print("usage: callboard-bench text | strings|bytes CORPUS SECONDS")
            return
        }
        let rate =
            arguments[1] == "strings"
            ? rate(of: answers, for: .seconds(seconds), decodeToStrings)
            : rate(of: answers, for: .seconds(seconds), decodeToBytes)
        print(rate)
    }

    @inline(__always)
    private static func rate(
        of answers: [[[UInt8]]], for time: Duration, _ decode: (borrowing Attributes) -> Int
    ) -> Double {
        // All fragments lie ready, as they do for the client this is compared with.
        let fragments = Array(answers.joined())
        let counts = answers.map(\.count)
        let start = EventLoop.now
        var count = 0
        var decodedBytes = 0
        while EventLoop.now - start < time {
            var next = 0
            for count in counts {
                var accumulator = AnswerAccumulator(
                    about: uid(in: fragments[next]), maximumTextLength: .max)
                var progress = AnswerAccumulator.Progress.waiting
                for index in next..<next + count { progress = accumulator.append(fragments[index]) }
                guard case .complete = progress else {
                    preconditionFailure("the corpus holds an answer that is not whole")
                }
                next += count
                decodedBytes += decode(accumulator.attributes)
            }
            count += answers.count
        }
        let elapsed = (EventLoop.now - start) / .seconds(1)
        precondition(decodedBytes > 0)
        return Double(count) / elapsed
    }

    private static func uid(in fragment: [UInt8]) -> NotificationUID {
        NotificationUID(
            rawValue: UInt32(fragment[1]) | UInt32(fragment[2]) << 8 | UInt32(fragment[3]) << 16
                | UInt32(fragment[4]) << 24)
    }

    /// Makes of an answer what a client hands its user: texts, a number, a date.
    private static func decodeToStrings(_ attributes: borrowing Attributes) -> Int {
        let texts = (
            attributes.string(of: .appIdentifier) ?? "", attributes.string(of: .title) ?? "",
            attributes.string(of: .subtitle) ?? "", attributes.string(of: .message) ?? "",
            attributes.string(of: .positiveActionLabel) ?? "",
            attributes.string(of: .negativeActionLabel) ?? ""
        )
        return decodeToBytes(attributes) + texts.0.utf8.count + texts.1.utf8.count
            + texts.2.utf8.count + texts.3.utf8.count + texts.4.utf8.count + texts.5.utf8.count
    }

    /// Makes of an answer what a session reports, and a number and a date: texts stay bytes.
    private static func decodeToBytes(_ attributes: borrowing Attributes) -> Int {
        precondition(attributes.date != nil)
        return Int(attributes.string(of: .messageSize) ?? "") ?? 0
    }

    /// Reads a corpus: for each answer the number of its fragments, for each of those its length and
    /// its bytes; all numbers are 32 bits, the lowest byte first.
    private static func read(_ path: String) throws(Errno) -> [[[UInt8]]] {
        let file = try FileDescriptor.open(readingFrom: path)
        var bytes: [UInt8] = []
        while true {
            let part = try file.read(upTo: 1 << 16)
            if part.isEmpty { break }
            bytes += part
        }
        var answers: [[[UInt8]]] = []
        var rest = bytes[...]
        func number() -> Int {
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        while !rest.isEmpty {
            answers.append(
                (0..<number()).map { _ in
                    let length = number()
                    defer { rest = rest.dropFirst(length) }
                    return Array(rest.prefix(length))
                })
        }
        return answers
    }
}
