import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Whatever a notification consists of, it comes out byte for byte.
    struct Content {
        init() {
            LoopThread.start()
        }

        private static let texts: [(name: String, bytes: [UInt8])] = [
            ("2000 bytes", Array(repeating: UInt8(ascii: "x"), count: 2000)),
            ("exactly what is asked for", Array(repeating: UInt8(ascii: "x"), count: 2048)),
            ("one byte more", Array(repeating: UInt8(ascii: "x"), count: 2049)),
            ("65535 bytes", Array(repeating: UInt8(ascii: "x"), count: 65_535)),
            ("a character cut by the limit", Array(String(repeating: "€", count: 700).utf8)),
            ("a character cut by its author", [0x48, 0x69, 0xF0, 0x9F, 0x98]),
            ("not UTF-8", [0xFF, 0xFE, 0x41, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF8]),
            ("NUL", [0x61, 0, 0x62, 0]),
            ("escapes", [0x1B, 0x5B, 0x33, 0x31, 0x6D, 0x07, 0x08, 0x0D, 0x0A, 0x9B, 0x7F]),
            ("directions", Array("\u{202E}evil\u{2066}\u{200F}".utf8)),
            ("all bytes", Array(0...255)),
            ("what looks like an answer", [0, 0, 0, 0, 0, 0, 3, 0, 0x63, 0x6F, 0x6D, 1, 0, 0]),
            ("nothing", []),
        ]

        @LoopActor
        @Test(arguments: [23, 185])
        func `texts of every kind in every place`(mtu: Int) async throws {
            let samples = Self.texts.enumerated().flatMap { number, text in
                [
                    Sample("title-\(number)").with { $0.title = text.bytes },
                    Sample("subtitle-\(number)").with { $0.subtitle = text.bytes },
                    Sample("message-\(number)").with { $0.message = text.bytes },
                ]
            }
            let script = Script(members: [#""mtu": \#(mtu)"#], existing: samples)
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test func `a notification of which everything is empty`() async throws {
            let nothing = Sample("nothing").with {
                ($0.app, $0.appName, $0.category, $0.date) = ("", nil, 0, "")
                ($0.title, $0.message, $0.negative) = ([], [], [])
            }
            let script = Script(existing: [Sample("before"), nothing, Sample("after")])
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: [23, 185])
        func `identifiers of apps`(mtu: Int) async throws {
            let longest = String(repeating: "long.", count: 51)
            let samples: [Sample] = [
                Sample("longest").with { ($0.app, $0.appName) = (longest, "Long") },
                Sample("foreign").with { ($0.app, $0.appName) = ("org.büro.日本", "Büro 日本") },
                Sample("unknown").with { ($0.app, $0.appName) = ("org.example.unknown", nil) },
                Sample("one").with { ($0.app, $0.appName) = ("a", "A") },
                Sample("like one").with { ($0.app, $0.appName) = ("aa", "AA") },
            ]
            expect(longest.utf8.count, is: 255)
            let script = Script(members: [#""mtu": \#(mtu)"#], existing: samples)
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test func `categories and flags that nobody has named`() async throws {
            let samples =
                ([13, 14, 100, 255] as [UInt8]).map { category in
                    Sample("category-\(category)").with { $0.category = category }
                }
                + ([0x20, 0x40, 0x80, 0xE0, 0xFF] as [UInt8]).map { flags in
                    Sample("flags-\(flags)").with { $0.flags = flags }
                }
            let script = samples.reduce(Script()) { $0.at(0.2, .add($1)) }
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            for notice in bench.ledger.shown.values where notice.title.string.contains("flags") {
                #expect(notice.title.string == "This is flags-\(notice.flags.rawValue)")
            }
            bench.stop()
        }

        @LoopActor
        @Test func `two notifications that are alike are two`() async throws {
            let twins = ["a", "b", "c"].map { name in
                Sample(name).with { $0.title = Array("Twin".utf8) }
            }
            let script = Script(existing: twins).at(1, .disconnect(seconds: 1))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script, afterwards: .seconds(45))
            expect(bench.ledger.order.count, is: 3)
            bench.stop()
        }

        @LoopActor
        @Test(arguments: ["", "yesterday", "20250231T000000", "20250131T250000", "20250131T18050"])
        func `a date that is none`(date: String) async throws {
            let script = Script(existing: [Sample("sample").with { $0.date = date }])
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            #expect(bench.ledger.shown.values.allSatisfy { $0.date == nil })
            bench.stop()
        }
    }
}
