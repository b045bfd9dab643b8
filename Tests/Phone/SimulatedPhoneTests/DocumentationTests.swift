import Expecting
import Linux
import Support
import Testing

@testable import SimulatedPhone

/// `Docs/reference/scenarios.md` is what authors of scenarios go by.
struct DocumentationTests {
    private static func document() throws -> String {
        try Checkout.text("Docs/reference/scenarios.md")
    }

    @Test func `every field is documented`() throws {
        let rows = try Self.document().split(separator: "\n").filter { $0.hasPrefix("|") }
        let first = rows.map { $0.split(separator: "|").first ?? "" }
        let names =
            BehaviourReader.names + NotificationReader.textNames + ServiceReader.serviceNames
            + ServiceReader.characteristicNames + AirReader.names + AirReader.places
            + MediaReader.names + MediaReader.trackNames + BehaviourReader.mediaNames
        for name in names {
            #expect(first.contains { $0.contains("`\(name)`") }, "\(name)")
        }
    }

    @Test func `the first example can be played`() throws {
        let parts = try Self.document().split(separator: "```")
        let example = try #require(parts.first { $0.hasPrefix("json\n{\n") })
        let scenario = try Scenario(parsing: Array(example.dropFirst(5).utf8), file: "f")
        expect(scenario.phones[0].timeline.count, is: 3)
    }

    @Test func `the example of keys can be played`() throws {
        let parts = try Self.document().split(separator: "```")
        let examples = parts.filter { $0.hasPrefix("json\n{\n") }
        let example = try #require(examples.first { $0.contains("\"air\"") })
        let scenario = try Scenario(parsing: Array(example.dropFirst(5).utf8), file: "f")
        expect(scenario.air.map(\.timeline.count), is: [5])
    }

    @Test func `the example of a battery can be played`() throws {
        let parts = try Self.document().split(separator: "```")
        let examples = parts.filter { $0.hasPrefix("json\n{\n") }
        let example = try #require(examples.first { $0.contains("\"180F\"") })
        let scenario = try Scenario(parsing: Array(example.dropFirst(5).utf8), file: "f")
        expect(scenario.phones[0].timeline.count, is: 5)
    }

    @Test func `the example of a player can be played`() throws {
        let parts = try Self.document().split(separator: "```")
        let examples = parts.filter { $0.hasPrefix("json\n{\n") }
        let example = try #require(examples.first { $0.contains("\"media\"") })
        let scenario = try Scenario(parsing: Array(example.dropFirst(5).utf8), file: "f")
        expect(scenario.phones[0].timeline.count, is: 3)
        expect(scenario.phones[0].media?.queue?.count, is: 2)
    }

    @Test func `every step of the examples is one`() throws {
        let lines = try Self.document().split(separator: "\n").filter { $0.hasPrefix("{\"at\"") }
        expect(lines.count, is: 5)
        var host = try TestHost()
        for line in lines { try host.play(String(line), called: "mail") }
    }
}
