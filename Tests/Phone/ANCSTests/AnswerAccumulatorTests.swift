import Expecting
import Testing

@testable import ANCS

/// The Data Source accumulator, fed in every way a phone may split an answer.
struct AnswerAccumulatorTests {
    private static let uid: UInt32 = 0x37
    private static let request = Request.notificationAttributes(
        NotificationUID(rawValue: uid), maximumTextLength: 2048)
    private static let answer = Answers.notification(uid)

    private func accumulator(
        for request: Request = AnswerAccumulatorTests.request
    ) throws -> AnswerAccumulator {
        try #require(AnswerAccumulator(answering: request))
    }

    private func feed(
        _ fragments: [ArraySlice<UInt8>], to accumulator: inout AnswerAccumulator
    ) -> [AnswerAccumulator.Progress] {
        fragments.map { accumulator.append(Array($0)) }
    }

    private func expectWhole(_ accumulator: AnswerAccumulator) {
        expect(accumulator.attributes[.appIdentifier], is: Array("com.apple.MobileSMS".utf8))
        expect(accumulator.attributes[.title], is: Array("Zoë Müller".utf8))
        expect(accumulator.attributes[.subtitle], is: [])
        expect(accumulator.attributes[.message], is: Array("Dinner at 7?".utf8))
        expect(accumulator.attributes[.messageSize], is: Array("12".utf8))
        expect(accumulator.attributes[.date], is: Array("20131105T181928".utf8))
        expect(accumulator.attributes[.positiveActionLabel], is: [])
        expect(accumulator.attributes[.negativeActionLabel], is: Array("Clear".utf8))
    }

    @Test func `an answer in one piece is complete`() throws {
        var accumulator = try accumulator()
        expect(accumulator.append(Self.answer), is: .complete)
        expectWhole(accumulator)
    }

    @Test func `an answer split at any byte is complete with its last piece`() throws {
        for cut in 1..<Self.answer.count {
            var accumulator = try accumulator()
            let progress = feed([Self.answer[..<cut], Self.answer[cut...]], to: &accumulator)
            expect(progress, is: [.waiting, .complete], "cut at \(cut)")
            expectWhole(accumulator)
        }
    }

    @Test func `an answer split at any two bytes is complete with its last piece`() throws {
        for first in 1..<Self.answer.count - 1 {
            for second in first + 1..<Self.answer.count {
                var accumulator = try accumulator()
                let progress = feed(
                    [Self.answer[..<first], Self.answer[first..<second], Self.answer[second...]],
                    to: &accumulator)
                guard progress == [.waiting, .waiting, .complete] else {
                    Issue.record("cut at \(first) and \(second): \(progress)")
                    return
                }
                guard accumulator.attributes[.negativeActionLabel] == Array("Clear".utf8) else {
                    Issue.record("cut at \(first) and \(second): wrong label")
                    return
                }
            }
        }
    }

    @Test func `an answer like a captured one is read wherever it was split`() throws {
        let answer = Fixtures.answerLikeCapture
        // That phone was asked for five attributes; here all eight are.
        let rest = Answers.tuple(4, "200") + Answers.tuple(6, "") + Answers.tuple(7, "Clear")
        for cut in 1..<answer.count {
            var accumulator = try accumulator()
            let progress = feed([answer[..<cut], answer[cut...], rest[...]], to: &accumulator)
            expect(progress, is: [.waiting, .waiting, .complete], "cut at \(cut)")
            let lengths = [AttributeID.appIdentifier, .title, .subtitle, .message, .date]
                .map { accumulator.attributes[$0]?.count }
            expect(lengths, is: [19, 16, 0, 200, 15], "cut at \(cut)")
        }
    }

    @Test func `an answer in fragments of any link is complete with the last one`() throws {
        let long = Answers.notification(
            Self.uid, app: "com.apple.mobilemail", message: String(repeating: "é", count: 1000))
        for mtu in 23...517 {
            var accumulator = try accumulator()
            let fragments = long.pieces(of: mtu - 3)
            let progress = fragments.map { accumulator.append($0) }
            #expect(progress.dropLast().allSatisfy { $0 == .waiting }, "MTU \(mtu)")
            expect(progress.last, is: .complete, "MTU \(mtu)")
            expect(accumulator.attributes[.message]?.count, is: 2000, "MTU \(mtu)")
        }
    }

    @Test func `an answer cut short at any length is never complete`() throws {
        for length in 0..<Self.answer.count {
            var accumulator = try accumulator()
            expect(accumulator.append(Array(Self.answer[..<length])), is: .waiting)
        }
    }

    @Test func `attributes may come in every order`() throws {
        var order = Array(0..<8)
        var count = 0
        func permute(_ length: Int) throws {
            if length == 1 {
                count += 1
                var accumulator = try accumulator()
                let bytes = Answers.notification(Self.uid, order.map { Answers.tuples[$0] })
                guard accumulator.append(bytes) == .complete,
                    accumulator.attributes[.title] == Array("Zoë Müller".utf8),
                    accumulator.attributes[.date] == Array("20131105T181928".utf8)
                else {
                    Issue.record("order \(order)")
                    return
                }
                return
            }
            for index in 0..<length {
                try permute(length - 1)
                order.swapAt(length % 2 == 0 ? index : 0, length - 1)
            }
        }
        try permute(8)
        expect(count, is: 40_320)
    }

    @Test(
        "what the phone sends besides is passed over",
        arguments: [
            (8, 6, "an attribute nobody asked for"),
            (255, 65535, "the largest unknown attribute"),
            (1, 7, "a title twice: the first one holds"),
        ] as [(UInt8, Int, String)])
    func extras(attribute: UInt8, length: Int, why: String) throws {
        let extra = Answers.tuple(attribute, [UInt8](repeating: 0, count: length))
        let bytes =
            Answers.header(Self.uid) + Answers.tuples[..<3].joined() + extra
            + Answers.tuples[3...].joined()
        for size in [1, 7, 20, 182, 514] {
            var accumulator = try accumulator()
            let progress = bytes.pieces(of: size).map { accumulator.append($0) }
            expect(progress.last, is: .complete, "\(why), fragments of \(size)")
            expectWhole(accumulator)
        }
    }

    @Test func `an attribute that never comes keeps the answer open`() throws {
        for missing in 0..<8 {
            var accumulator = try accumulator()
            var tuples = Answers.tuples
            tuples.remove(at: missing)
            expect(accumulator.append(Answers.notification(Self.uid, tuples)), is: .waiting)
            expect(accumulator.attributes[AttributeID(rawValue: UInt8(missing))], is: nil)
        }
    }

    @Test(
        "a fragment that cannot begin the answer is discarded",
        arguments: [
            ([], .waiting, "nothing at all changes nothing"),
            ([0x00], .waiting, "the first byte of the header"),
            ([0x00, 0x37, 0x00], .waiting, "half a header"),
            ([0x00, 0x38, 0x00, 0x00, 0x00], .foreign, "another notification"),
            ([0x00, 0x37, 0x01, 0x00, 0x00], .foreign, "another notification, found late"),
            ([0x01, 0x37, 0x00, 0x00, 0x00], .foreign, "an answer about an app"),
            ([0x02], .foreign, "a command that has no answer"),
            ([0xFF, 0x37, 0x00, 0x00, 0x00], .foreign, "a command nobody knows"),
            (Array("the rest of another message".utf8), .foreign, "a late continuation"),
        ] as [([UInt8], AnswerAccumulator.Progress, String)])
    func foreign(fragment: [UInt8], expected: AnswerAccumulator.Progress, why: String) throws {
        var accumulator = try accumulator()
        expect(accumulator.append(fragment), is: expected, "\(why)")
        if expected == .foreign {
            expect(accumulator.append(Self.answer), is: .complete, "\(why), then ours")
            expectWhole(accumulator)
        }
    }

    @Test func `a header that breaks off gives way to one that begins anew`() throws {
        for length in 1...4 {
            var accumulator = try accumulator()
            expect(accumulator.append(Array(Self.answer[..<length])), is: .waiting)
            expect(accumulator.append(Self.answer), is: .complete, "after \(length) bytes")
            expectWhole(accumulator)
        }
    }

    @Test func `the pieces of another answer are discarded until ours begins`() throws {
        var accumulator = try accumulator()
        for fragment in Answers.notification(0x36).pieces(of: 20) {
            expect(accumulator.append(fragment), is: .foreign)
        }
        expect(accumulator.append(Self.answer), is: .complete)
        expectWhole(accumulator)
    }

    @Test func `bytes behind the end are counted and change nothing`() throws {
        var accumulator = try accumulator()
        expect(accumulator.append(Self.answer + [1, 2, 3]), is: .complete)
        expect(accumulator.excess, is: 3)
        expect(accumulator.append([4, 5]), is: .complete)
        expect(accumulator.excess, is: 5)
        expectWhole(accumulator)
    }

    @Test func `a text longer than was asked for is cut, and said to be`() throws {
        let request = Request.notificationAttributes(
            NotificationUID(rawValue: Self.uid), maximumTextLength: 100)
        for size in [1, 20, 99, 100, 101, 514] {
            var accumulator = try accumulator(for: request)
            let bytes = Answers.notification(
                Self.uid, app: "a", message: String(repeating: "m", count: 65535))
            let progress = bytes.pieces(of: size).map { accumulator.append($0) }
            expect(progress.last, is: .complete)
            expect(accumulator.attributes[.message]?.count, is: 100)
            #expect(accumulator.attributes.isCut(.message))
            #expect(!accumulator.attributes.isCut(.title))
        }
    }

    @Test func `what follows a value that was cut is exact`() throws {
        let request = Request.notificationAttributes(
            NotificationUID(rawValue: Self.uid), maximumTextLength: 3)
        for size in 1...Self.answer.count {
            var accumulator = try accumulator(for: request)
            for piece in Self.answer.pieces(of: size) { _ = accumulator.append(piece) }
            let attributes = accumulator.attributes
            expect(attributes[.title], is: [0x5A, 0x6F, 0xC3], "fragments of \(size)")
            expect(attributes[.message], is: Array("Din".utf8), "fragments of \(size)")
            expect(attributes[.messageSize], is: Array("12".utf8), "fragments of \(size)")
            expect(attributes.date, is: PhoneDate(parsing: Array("20131105T181928".utf8)[...]))
            expect(attributes.string(of: .negativeActionLabel), is: "Clear", "fragments of \(size)")
            #expect(attributes.isCut(.title) && attributes.isCut(.message))
        }
    }

    @Test func `of attributes nobody asked for nothing is kept, however many come`() throws {
        let unasked = Array(repeating: Answers.tuple(9, ""), count: 1000)
        let tuples = [Answers.tuples[0]] + unasked + Answers.tuples + unasked
        var plain = try accumulator()
        _ = plain.append(Answers.notification(Self.uid, Answers.tuples))
        for size in [20, 182, 514] {
            var accumulator = try accumulator()
            let pieces = Answers.notification(Self.uid, tuples).pieces(of: size)
            #expect(pieces.contains { accumulator.append($0) == .complete })
            expect(accumulator.attributes, is: plain.attributes, "fragments of \(size)")
            let kept = accumulator.attributes.byteCount - plain.attributes.byteCount
            #expect(kept < pieces.count * 3, "fragments of \(size)")
        }
    }

    @Test func `the same values are equal however they came`() throws {
        var whole = try accumulator()
        _ = whole.append(Self.answer)
        for size in 1..<Self.answer.count {
            var split = try accumulator()
            for piece in Self.answer.pieces(of: size) { _ = split.append(piece) }
            expect(split.attributes, is: whole.attributes, "fragments of \(size)")
            expect(split.attributes.hashValue, is: whole.attributes.hashValue)
        }
        var other = try accumulator()
        _ = other.append(Answers.notification(Self.uid, app: "com.apple.MobileSMS"))
        #expect(other.attributes != whole.attributes)
    }

    @Test func `a label of any length is kept up to a limit`() throws {
        var tuples = Answers.tuples
        tuples[7] = Answers.tuple(7, String(repeating: "x", count: 60000))
        var accumulator = try accumulator()
        expect(accumulator.append(Answers.notification(Self.uid, tuples)), is: .complete)
        expect(accumulator.attributes[.negativeActionLabel]?.count, is: 1024)
    }

    @Test func `an app's name split at any byte is complete with its last piece`() throws {
        let answer = Answers.app("com.apple.MobileSMS", "Messages")
        let request = Request.appName(appIdentifier: Array("com.apple.MobileSMS".utf8))
        for cut in 1..<answer.count {
            var accumulator = try accumulator(for: request)
            let progress = feed([answer[..<cut], answer[cut...]], to: &accumulator)
            expect(progress, is: [.waiting, .complete], "cut at \(cut)")
            expect(accumulator.attributes[.appIdentifier], is: Array("Messages".utf8))
        }
    }

    @Test func `an app that is not installed leaves the answer open`() throws {
        let request = Request.appName(appIdentifier: Array("com.example.gone".utf8))
        var accumulator = try accumulator(for: request)
        expect(accumulator.append([1] + Array("com.example.gone".utf8) + [0]), is: .waiting)
    }

    @Test func `the name of another app is discarded`() throws {
        let request = Request.appName(appIdentifier: Array("com.apple.mobilemail".utf8))
        var accumulator = try accumulator(for: request)
        expect(accumulator.append(Answers.app("com.apple.mobilephone", "Phone")), is: .foreign)
        expect(accumulator.append(Answers.app("com.apple.mobilemail", "Mail")), is: .complete)
        expect(accumulator.attributes[.appIdentifier], is: Array("Mail".utf8))
    }

    @Test func `an action has no answer`() {
        let request = Request.perform(.positive, NotificationUID(rawValue: 1))
        #expect(AnswerAccumulator(answering: request) == nil)
    }
}
