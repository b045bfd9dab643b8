import Expecting
import Notices
import Support
import Testing

@testable import History

/// Counting names of which there may be any number.
struct FrequentNamesTests {
    @Test func `few names are counted exactly, and the caption told first is kept`() {
        var names = FrequentNames()
        for round in 0..<3000 { names.add(Text("\(round % 1000)"), isMissed: round % 3 == 0) }
        names.add(Text("7"), caption: Text("Seven"))
        names.add(Text("7"), caption: Text("Sieben"))
        expect(names.shortfall, is: 0)
        expect(names.count, is: 1000)
        expect(names.top(1).first?.name, is: Text("7"))
        expect(names.top(1).first?.tally.count, is: 5)
        expect(names.top(1).first?.tally.caption, is: Text("Seven"))
        expect(names.top(2_000).map(\.tally.missed).reduce(0, +), is: 1000)
    }

    @Test func `names that tie stand in the order of their bytes`() {
        var names = FrequentNames()
        for name in ["b", "ä", "a", "Z"] { names.add(Text(name)) }
        expect(names.top(4).map(\.name.string), is: ["Z", "a", "b", "ä"])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a flood of names costs bounded memory, and the shortfall is true`(_ seed: UInt64) {
        var random = RepeatableRandom(seed: seed)
        var names = FrequentNames()
        var truth: [Text: Int] = [:]
        let total = 60_000
        for _ in 0..<total {
            // Some regulars among very many strangers.
            let isRegular = Int.random(in: 0..<4, using: &random) == 0
            let name = Text("\(Int.random(in: 0..<(isRegular ? 20 : 1_000_000), using: &random))")
            names.add(name)
            truth[name, default: 0] += 1
            if names.count > FrequentNames.limit { Issue.record("too many names") }
        }
        #expect(names.shortfall > 0)
        #expect(names.shortfall <= total / (FrequentNames.limit / 2))
        for (name, count) in truth {
            let told = names[name]?.count ?? 0
            if told > count || told + names.shortfall < count {
                Issue.record("\(count) are told as \(told)")
            }
        }
        let best = truth.max { $0.value < $1.value }?.value ?? 0
        let first = names.top(1).first?.tally.count ?? 0
        #expect((best - names.shortfall...best).contains(first))
    }

    @Test func `long names cost bounded memory too`() {
        var names = FrequentNames()
        for round in 0..<300 {
            let fill = [UInt8](repeating: UInt8(round % 251), count: 100_000)
            names.add(Text(bytes: fill + Array("\(round)".utf8)))
            let bytes = names.top(.max).reduce(0) { $0 + $1.name.bytes.count }
            #expect(bytes <= FrequentNames.byteLimit + 200_000)
        }
        #expect(names.shortfall > 0)
    }
}
