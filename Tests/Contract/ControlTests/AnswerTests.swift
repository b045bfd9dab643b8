import ContractSupport
import Expecting
import JSON
import Linux
import Testing

@testable import Control

/// Fills every field of a value with something that is not usual.
private struct Filler: FieldVisitor {
    private(set) var unknown: [String] = []
    private var number = 1

    mutating func field<K: Kind>(
        _ name: String, _ value: inout K.Value?, _ kind: K, isRequired: Bool
    ) {
        number += 1
        let filled: Any? =
            switch K.Value.self {
            case is String.Type: "text \(number) \"\u{1B}\""
            case is Int.Type: number
            case is Int64.Type: Int64(number)
            case is Bool.Type: true
            case is Double.Type: Double(number) / 4
            case is WallTime.Type: WallTime(milliseconds: 1_772_000_000_000 + Int64(number))
            case is [String].Type: ["one", "\(number)"]
            case let shape as any Fillable.Type: shape.filled
            default: nil
            }
        if let filled = filled as? K.Value { value = filled } else { unknown.append(name) }
    }
}

private protocol Fillable {
    static var filled: Any { get }
}

extension Array: Fillable where Element: ControlAnswer {
    fileprivate static var filled: Any { [AnswerTests.filled(Element.self), Element()] }
}

struct AnswerTests {
    fileprivate static func filled<Answer: ControlAnswer>(_: Answer.Type) -> Answer {
        var (answer, filler) = (Answer(), Filler())
        answer.visit(&filler)
        expect(filler.unknown.filter { !objects.contains($0) }, is: [], "\(Answer.self)")
        return answer
    }

    /// Fields that are one object, which has a test of its own in the list below.
    private static let objects: Set = [
        "radio", "history", "control", "clock", "rules", "beacons", "configuration", "counters",
        "state",
    ]

    private static func line(_ answer: some ControlAnswer) -> String {
        String(decoding: JSONWriter.object { answer.writeFields(to: &$0) }, as: UTF8.self)
    }

    private static let parts: [any ControlAnswer.Type] = [
        StatusRadio.self, StatusFolder.self, StatusControl.self, StatusClock.self, StatusRules.self,
        StatusBeacons.self, StatusConfiguration.self, PhoneCounters.self,
    ]

    @Test func `an answer is read as it was written, whatever its fields have`() throws {
        for type in allAnswers + Self.parts { try Self.roundTrip(type) }
    }

    private static func roundTrip<Answer: ControlAnswer>(_: Answer.Type) throws {
        for answer in [Answer(), filled(Answer.self)] {
            let line = line(answer)
            let read = Answer(gently: try JSONValue(parsing: Array(line.utf8)))
            #expect(read == answer, "\(line)")
            expect(Self.line(read), is: line)
        }
    }

    @Test func `objects within an answer are read as they were written`() throws {
        var status = StatusAnswer()
        status.radio = Self.filled(StatusRadio.self)
        status.rules = Self.filled(StatusRules.self)
        status.phones = [Self.filled(StatusPhone.self)]
        status.phones[0].counters = Self.filled(PhoneCounters.self)
        let line = Self.line(status)
        #expect(StatusAnswer(gently: try JSONValue(parsing: Array(line.utf8))) == status)
    }

    @Test(
        arguments: [
            ("{}", "", nil, 0, "nothing is said"),
            ("7", "", nil, 0, "an answer that is no object says nothing"),
            (#"{"version":7,"pid":"x","events":3}"#, "", nil, 3, "what makes no sense is left out"),
            (
                #"{"version":"9","later":[1],"radio":{"words":"on"}}"#, "9", "on", 0,
                "a later bridge"
            ),
            (#"{"version":"9","radio":"on"}"#, "9", nil, 0, "another kind than an object"),
            (#"{"started":"yesterday","events":1}"#, "", nil, 1, "no moment"),
        ] as [(String, String, String?, Int, String)])
    func `an answer is read as far as it is understood`(
        line: String, version: String, words: String?, events: Int, why: String
    ) throws {
        let status = StatusAnswer(gently: try JSONValue(parsing: Array(line.utf8)))
        expect(status.version, is: version, "\(why)")
        expect(status.radio?.words, is: words, "\(why)")
        expect(status.events, is: events, "\(why)")
        expect(status.started, is: nil, "\(why)")
    }
}
