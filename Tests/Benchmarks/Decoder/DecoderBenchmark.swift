import ANCS
import Linux

/// Puts the answers of a corpus file together and decodes them, over and over, and prints how many
/// that makes a second.
@main enum DecoderBenchmark {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let seconds = Double(arguments[2]),
            let answers = try? read(arguments[1])
        else {
            print("usage: callboard-bench CORPUS SECONDS")
            return
        }
        let start = EventLoop.now
        var count = 0
        var decodedBytes = 0
        while EventLoop.now - start < .seconds(seconds) {
            for answer in answers { decodedBytes += decode(answer) }
            count += answers.count
        }
        let elapsed = (EventLoop.now - start) / .seconds(1)
        precondition(decodedBytes > 0)
        print(Double(count) / elapsed)
    }

    /// Makes of an answer what a client hands its user: texts, a number, a date.
    private static func decode(_ fragments: [[UInt8]]) -> Int {
        let uid =
            UInt32(fragments[0][1]) | UInt32(fragments[0][2]) << 8
            | UInt32(fragments[0][3]) << 16 | UInt32(fragments[0][4]) << 24
        var accumulator = AnswerAccumulator(
            about: NotificationUID(rawValue: uid), maximumTextLength: .max)
        var progress = AnswerAccumulator.Progress.waiting
        for fragment in fragments { progress = accumulator.append(fragment) }
        precondition(progress == .complete, "the corpus holds an answer that is not whole")
        func text(_ attribute: AttributeID) -> String {
            accumulator.attributes.string(of: attribute) ?? ""
        }
        let texts = (
            text(.appIdentifier), text(.title), text(.subtitle), text(.message),
            text(.positiveActionLabel), text(.negativeActionLabel)
        )
        precondition(PhoneDate(parsing: accumulator.attributes.slice(of: .date) ?? []) != nil)
        let size = Int(text(.messageSize)) ?? 0
        return size + texts.0.utf8.count + texts.3.utf8.count
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
