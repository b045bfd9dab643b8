import Expecting
import Linux
import Support
import Testing

@testable import PostgreSQL

/// Values that go to a real server and come back.
struct ValueTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private static func back<Value: CellValue>(
        _ values: [SQLValue], _ type: String, as wanted: Value.Type = Value.self
    ) async throws -> [Value?] {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        var back: [Value?] = []
        for value in values {
            let (rows, result) = await client.run("SELECT $1::\(type)", [value])
            _ = try result?.get()
            back.append(try rows.first?.optional(0))
        }
        return back
    }

    @Test @LoopActor func `whole numbers come back`() async throws {
        let numbers: [Int64] = [0, 1, -1, .max, .min]
        expect(try await Self.back(numbers.map { .integer($0) }, "bigint"), is: numbers)
        expect(try await Self.back([.null, .integer(nil)], "bigint"), is: [Int64?.none, nil])
    }

    @Test @LoopActor func `numbers come back to the last bit, and infinity too`() async throws {
        let numbers: [Double] = [
            0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, -1.5, .infinity, -.infinity,
            .greatestFiniteMagnitude,
        ]
        let back: [Double?] = try await Self.back(numbers.map { .number($0) }, "float8")
        expect(back.map { $0?.bitPattern }, is: numbers.map(\.bitPattern))
        let none: [Double?] = try await Self.back([.number(.nan)], "float8")
        #expect(none.first??.isNaN ?? false)
    }

    @Test @LoopActor func `texts come back, whatever is in them`() async throws {
        let texts = [
            "", " ", "NULL", "'; DROP TABLE x; --", "\\", "\"{}\",", "\u{1F514} é ﷽\n\t\u{7F}",
        ]
        expect(try await Self.back(texts.map { .text($0) }, "text"), is: texts)
        let long = String(repeating: "ab\u{1F514}", count: 100_000)
        expect(try await Self.back([.text(long)], "text"), is: [long])
    }

    @Test @LoopActor func `truths and bytes come back`() async throws {
        expect(try await Self.back([.bool(true), .bool(false)], "bool"), is: [true, false])
        let bytes: [[UInt8]] = [[], [0], Array(0...255)]
        expect(try await Self.back(bytes.map { .bytes($0) }, "bytea"), is: bytes)
    }

    @Test @LoopActor func `lists come back, with what is missing in them`() async throws {
        let texts: [String?] = ["a", nil, "", "NULL", "null", "\"", "\\", "{}", ",", " x ", "é\n"]
        let textLists: [CellList<String>?] = try await Self.back(
            [.texts(texts), .texts([]), .texts([nil])], "text[]")
        expect(textLists.map { $0?.elements }, is: [texts, [], [nil]])
        let numbers: [CellList<Int64>?] = try await Self.back(
            [.integers([1, nil, .min])], "bigint[]")
        expect(numbers.first??.elements, is: [1, nil, .min])
        let truths: [CellList<Bool>?] = try await Self.back([.bools([true, nil])], "bool[]")
        expect(truths.first??.elements, is: [true, nil])
        let doubles: [CellList<Double>?] = try await Self.back(
            [.numbers([0.1, nil, -.infinity])], "float8[]")
        expect(doubles.first??.elements, is: [0.1, nil, -.infinity])
    }

    @Test @LoopActor func `a list stands for as many rows`() async throws {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        let (rows, _) = await client.run(
            "SELECT * FROM unnest($1::bigint[], $2::text[])",
            [.integers([3, 4]), .texts(["three", nil])])
        expect(try rows.map { try $0.optional(1) as String? }, is: ["three", nil])
    }

    @Test(arguments: [
        ("SELECT NULL::text", "a text", "nothing"),
        ("SELECT E'\\\\x6'::text", "bytes", "half a byte"),
        ("SELECT 'x'::text", "a whole number", "a letter"),
        ("SELECT 9223372036854775808", "a whole number", "one more than there is room for"),
        ("SELECT 'x'::text", "a number", "a letter"),
        ("SELECT 1", "true or false", "a number"),
        ("SELECT '{{1},{2}}'::int[]", "a list", "a list of lists"),
    ])
    @LoopActor func `what is in no column is told by its name and nothing else`(
        _ words: String, _ wanted: String, _ why: String
    ) async throws {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        let (rows, _) = await client.run("SELECT q.* FROM (\(words)) AS q (thing)")
        guard let row = rows.first else {
            Issue.record("\(why)")
            return
        }
        let failure = #expect(throws: ServerFailure.self) {
            switch wanted {
            case "a text": _ = try row.value(0) as String
            case "bytes": _ = try row.value(0) as [UInt8]
            case "a whole number": _ = try row.value(0) as Int64
            case "a number": _ = try row.value(0) as Double
            case "true or false": _ = try row.value(0) as Bool
            default: _ = try row.value(0) as CellList<Int64>
            }
        }
        expect(failure, is: .column("thing", wanted: wanted), "\(why)")
    }

    @Test(
        arguments: [
            ("{}", [[UInt8]?](), "an empty one"),
            (
                "{a,\"b c\",NULL,\"NULL\"}",
                ["a", "b c", nil, "NULL"].map { $0.map { Array($0.utf8) } }, ""
            ),
            ("", nil, "nothing"),
            ("{", nil, "no end"),
            ("{a", nil, "no end"),
            ("{\"a}", nil, "no end of a text"),
            ("{\"a\\", nil, "an end in the middle"),
            ("{a,}", nil, "no last one"),
            ("{,a}", nil, "no first one"),
            ("{a}b", nil, "something behind"),
            ("{{a}}", nil, "a list of lists"),
            ("{a\"b}", nil, "a quotation mark in the middle"),
        ] as [(String, [[UInt8]?]?, String)])
    func `a list is read strictly`(_ text: String, _ elements: [[UInt8]?]?, _ why: String) {
        expect(ArrayLiteral.read(Array(text.utf8)[...]), is: elements, "\(why)")
    }
}
