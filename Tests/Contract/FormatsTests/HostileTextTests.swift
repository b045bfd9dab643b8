import ANCS
import EventSupport
import Expecting
import Foundation
import Notices
import Support
import Testing

@testable import Formats

/// Random bytes for every text of a notice: whatever comes, each format keeps its shape.
struct HostileTextTests {
    private static let rounds = 400

    private func events(seed: UInt64) -> [BridgeEvent] {
        var random = TroubleMaker(seed: seed)
        return (0..<Self.rounds).map { _ in random.event() }
    }

    /// Everything a format wrote about an event, checked for what must never be in it.
    private func lines(
        _ format: inout any EventFormat, _ event: BridgeEvent, columns: Int? = nil
    ) throws -> [Substring] {
        let bytes = format.lines(for: event, columns: columns)
        let text = try #require(String(validating: bytes, as: UTF8.self))
        for scalar in text.unicodeScalars where scalar != "\n" {
            let properties = scalar.properties
            let isHarmful =
                properties.isBidiControl
                || [.control, .lineSeparator, .paragraphSeparator].contains(
                    properties.generalCategory)
            #expect(!isHarmful, "\(scalar.value)")
        }
        #expect(text.isEmpty || text.unicodeScalars.last == "\n")
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    @Test func `json stays one object that says exactly what came`() throws {
        var format = OutputFormat.json.make()
        for event in events(seed: 1) {
            let lines = try lines(&format, event)
            expect(lines.count, is: 1)
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
            guard case .notice(_, let notice, _) = event else { continue }
            let bytes = object["bytes"] as? [String: String]
            for (key, text) in [
                ("title", notice.title), ("subtitle", notice.subtitle),
                ("message", notice.message), ("app_id", notice.appID),
            ] {
                let string = object[key] as? String
                expect(string.map(Self.scalars), is: Self.scalars(text.string))
                let hexadecimal = text.bytes.map { String(format: "%02x", $0) }.joined()
                expect(bytes?[key], is: (text.isValid ? nil : hexadecimal))
            }
        }
    }

    @Test func `kv stays one line that can be taken apart`() throws {
        var format = OutputFormat.kv.make()
        for event in events(seed: 2) {
            let lines = try lines(&format, event)
            expect(lines.count, is: 1)
            let pairs = try #require(Self.pairs(in: lines[0]))
            guard case .notice(_, let notice, _) = event else { continue }
            expect(pairs["title"].map(Self.scalars), is: Self.scalars(notice.title.string))
            expect(pairs["message"].map(Self.scalars), is: Self.scalars(notice.message.string))
        }
    }

    @Test func `csv stays one row of as many cells as there are columns`() throws {
        var format = OutputFormat.csv.make(showsSource: true)
        let header = String(decoding: format.header, as: UTF8.self).split(separator: ",")
        for event in events(seed: 3) {
            let lines = try lines(&format, event)
            expect(lines.count, is: 1)
            let cells = try #require(Self.cells(in: lines[0]))
            expect(cells.count, is: header.count)
            for cell in cells {
                #expect(!["=", "+", "-", "@"].contains(cell.unicodeScalars.first))
            }
        }
    }

    @Test func `classic stays four lines`() throws {
        var format = OutputFormat.classic.make()
        for event in events(seed: 4) {
            let lines = try lines(&format, event)
            #expect(lines.isEmpty || lines.count == 4)
            guard let last = lines.last else { continue }
            #expect(lines[1] == "ns" && lines[2] == "done")
            #expect(
                UInt32(last.utf8.prefix(8).map { String(Unicode.Scalar($0)) }.joined(), radix: 16)
                    != nil)
        }
    }

    @Test(arguments: [nil, 200, 80, 41, 20, 3, 1])
    func `the board keeps its width and its height`(_ columns: Int?) throws {
        var format = OutputFormat.board.make()
        for event in events(seed: 5) {
            let lines = try lines(&format, event, columns: columns)
            // Without room for a name beside the label, the label has a line, the name two, the text three.
            let most = columns.map { $0 < 40 ? 6 : 3 } ?? 1
            #expect((1...most).contains(lines.count))
            for line in lines { #expect(line.columns <= columns ?? .max) }
        }
    }

    @Test func `colour adds only its own sequences`() throws {
        var plain = OutputFormat.board.make()
        var colored = OutputFormat.board.make(isColored: true)
        for event in events(seed: 6) {
            let expected = plain.lines(for: event, columns: 80)
            let text = String(decoding: colored.lines(for: event, columns: 80), as: UTF8.self)
            let stripped = text.replacingOccurrences(
                of: #"\x1B\[(1|2|3[1-6]|1;32|0)m"#, with: "", options: .regularExpression)
            #expect(stripped.utf8.elementsEqual(expected))
        }
    }

    /// What a string is made of; without byte order marks, which Foundation drops on reading.
    private static func scalars(_ string: String) -> [UInt32] {
        string.unicodeScalars.map(\.value).filter { $0 != 0xFEFF }
    }

    /// Takes a line of keys and values apart, or says nil where it is none.
    private static func pairs(in line: Substring) -> [String: String]? {
        var pairs: [String: String] = [:]
        var rest = line.unicodeScalars[...]
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = String(rest[..<equals])
            rest = rest[equals...].dropFirst()
            var value = rest.prefix { $0 != " " }
            if rest.first == "\"" {
                var isEscaped = false
                let end = rest.indices.dropFirst().first { index in
                    defer { isEscaped = !isEscaped && rest[index] == "\\" }
                    return rest[index] == "\"" && !isEscaped
                }
                guard let end else { return nil }
                value = rest[...end]
            }
            rest = rest[value.endIndex...]
            guard rest.isEmpty || rest.first == " " else { return nil }
            rest = rest.dropFirst()
            let isQuoted = value.first == "\""
            let unquoted = try? JSONSerialization.jsonObject(
                with: Data(String(value).utf8), options: .fragmentsAllowed)
            pairs[key] = isQuoted ? unquoted as? String : String(value)
        }
        return pairs
    }

    /// Takes a row apart as RFC 4180 says, or says nil where it is none.
    private static func cells(in line: Substring) -> [String]? {
        var cells: [String] = []
        var rest = line.unicodeScalars[...]
        while true {
            var cell = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while true {
                    guard let scalar = rest.popFirst() else { return nil }
                    if scalar == "\"" {
                        guard rest.first == "\"" else { break }
                        rest = rest.dropFirst()
                    }
                    cell.append(scalar)
                }
            } else {
                while let scalar = rest.first, scalar != "," {
                    if scalar == "\"" { return nil }
                    cell.append(scalar)
                    rest = rest.dropFirst()
                }
            }
            cells.append(String(cell))
            guard let comma = rest.popFirst() else { return cells }
            if comma != "," { return nil }
        }
    }
}

/// The same events in every run.
private struct TroubleMaker {
    private var random: RepeatableRandom

    init(seed: UInt64) {
        random = RepeatableRandom(seed: seed)
    }

    mutating func event() -> BridgeEvent {
        let phone = words().text.string
        if Int.random(in: 0..<10, using: &random) == 0 {
            return .phone(.ready, PhoneName(phone), at: Events.start)
        }
        let notice = Events.notice(
            CategoryID(rawValue: .random(in: .min ... .max, using: &random)),
            flags: EventFlags(rawValue: .random(in: .min ... .max, using: &random)),
            uid: .random(in: .min ... .max, using: &random), phone: phone, appID: words(),
            app: words(), title: words(), subtitle: words(), message: words(), positive: words(),
            negative: words(), call: Call(state: .ended, ringTime: .seconds(1)))
        let changes = NoticeChange.allCases
        let change = changes[Int.random(in: changes.indices, using: &random)]
        return .notice(change, notice, at: Events.start)
    }

    private mutating func words() -> Words {
        let length = Int.random(in: 0...9, using: &random) == 0 ? 300 : 12
        return Words(
            (0..<Int.random(in: 0...length, using: &random)).flatMap { _ in
                switch Int.random(in: 0..<3, using: &random) {
                case 0: [UInt8.random(in: .min ... .max, using: &random)]
                case 1: [UInt8.random(in: 0x20...0x7E, using: &random)]
                default:
                    Array(
                        String(Self.trouble[Int.random(in: Self.trouble.indices, using: &random)])
                            .utf8)
                }
            })
    }

    private static let trouble: [Unicode.Scalar] = [
        "\u{0}", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}",
        "\u{301}", "\u{61C}", "\u{94D}", "\u{915}", "\u{1100}", "\u{1161}", "\u{200B}", "\u{200D}",
        "\u{200F}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{65E5}", "\u{FE0F}",
        "\u{FEFF}", "\u{FFFF}", "\u{1F1E6}", "\u{1F3F4}", "\u{1F3FF}", "\u{1F44D}", "\u{1FAFF}",
        "\u{E0067}", "\u{E007F}", "\u{5E9}", "=", "+", "-", "@", "\"", "\\", ",", ";", "'", " ",
    ]
}
