import Expecting
import Radio
import Testing

@testable import SimulatedPhone

/// What a scenario says of the air, and what is wrong with it.
struct AirScenarioTests {
    private static let uuid = #""uuid": "6A3F0C52-9B1E-4D07-8C66-2F9D51E4A7B0""#
    private static let day = #""timeline": [{"at": 0, "distance": 1}]"#

    private static func text(_ air: String) -> String {
        """
        {"format": 1, "phones": [{"name": "Ann", "bond": "ann"}], "air":
        \(air)}
        """
    }

    static func sources(_ air: String) throws -> [AirSource] {
        try Scenario(parsing: Array(text(air).utf8), file: "demo.json").air
    }

    @Test(arguments: [
        ("7", ": must be an array, not a number"),
        ("[7]", "[0]: must be an object, not a number"),
        ("[{\(day)}]", "[0]: the kind is missing: one of uuid, phone, raw"),
        (
            #"[{\#(uuid), "phone": "ann", \#(day)}]"#,
            "[0]: the kind cannot be uuid and phone: one of uuid, phone, raw"
        ),
        (
            #"[{"uid": 7, \#(day)}]"#, #"[0].uid: there is no such field; did you mean "uuid"?"#
        ),
        (
            #"[{"uuid": "180F", \#(day)}]"#,
            "[0].uuid: must be 32 hexadecimal digits in groups of 8-4-4-4-12"
        ),
        (
            #"[{\#(uuid), "major": 65536, \#(day)}]"#,
            "[0].major: must be a whole number from 0 to 65535, not 65536"
        ),
        (
            #"[{\#(uuid), "minor": -1, \#(day)}]"#,
            "[0].minor: must be a whole number from 0 to 65535, not -1"
        ),
        (
            #"[{\#(uuid), "minor": 65534, "count": 3, \#(day)}]"#,
            "[0].count: must be a whole number from 1 to 2, not 3"
        ),
        (
            #"[{\#(uuid), "count": 257, \#(day)}]"#,
            "[0].count: must be a whole number from 1 to 256, not 257"
        ),
        (
            #"[{\#(uuid), "count": 256, \#(day)}, {\#(uuid), \#(day)}]"#,
            "[1]: exceeds the limit of 256 senders in all; each count adds that many"
        ),
        (
            #"[{\#(uuid), "format": "eddystoned", \#(day)}]"#,
            #"[0].format: "eddystoned" is not a format of beacons; did you mean "eddystone"?"#
        ),
        (
            #"[{\#(uuid), "format": "eddystone", "major": 1, \#(day)}]"#,
            "[0].major: is not allowed for an Eddystone beacon"
        ),
        (
            #"[{"phone": "anna", \#(day)}]"#,
            #"[0].phone: no phone has the bond "anna"; did you mean "ann"?"#
        ),
        (
            #"[{"phone": "ann", "minor": 1, \#(day)}]"#,
            "[0].minor: is only allowed for a beacon with a uuid"
        ),
        (#"[{"raw": {"maker": 76}, \#(day)}]"#, "[0].raw.hex: this field is missing"),
        (
            #"[{"raw": {"maker": 65536, "hex": ""}, \#(day)}]"#,
            "[0].raw.maker: must be a whole number from 0 to 65535, not 65536"
        ),
        (
            #"[{"raw": {"maker": 76, "hex": "\#(String(repeating: "00", count: 28))"}, \#(day)}]"#,
            "[0].raw.hex: must have at most 27 bytes, not 28"
        ),
        (
            #"[{\#(uuid), "power": 21, \#(day)}]"#,
            "[0].power: must be a whole number from -127 to 20, not 21"
        ),
        (
            #"[{\#(uuid), "interval": 0.01, \#(day)}]"#,
            "[0].interval: must be from 0.02 to 10.24, not 0.01"
        ),
        (#"[{\#(uuid), "noise": 21, \#(day)}]"#, "[0].noise: must be from 0.0 to 20.0, not 21.0"),
        ("[{\(uuid)}]", "[0].timeline: this field is missing"),
        (#"[{\#(uuid), "timeline": []}]"#, "[0].timeline: must have at least one step"),
    ])
    func `a mistake about the air is named`(air: String, expected: String) {
        let error = #expect(throws: ScenarioError.self) { try Self.sources(air) }
        expect(error?.description, is: "demo.json:2: air" + expected)
    }

    @Test(arguments: [
        (#"{"distance": 1}"#, ".at: this field is missing"),
        (#"{"at": 1, "distance": 1}"#, ".at: must be later than the step before"),
        (#"{"at": 2}"#, ": must have one of distance, signal, silent"),
        (
            #"{"at": 2, "distance": 1, "signal": -50}"#,
            ": must have one of distance, signal, silent"
        ),
        (#"{"at": 2, "distance": -1}"#, ".distance: must be from 0.0 to 1000.0, not -1.0"),
        (#"{"at": 2, "signal": 21}"#, ".signal: must be from -127.0 to 20.0, not 21.0"),
        (
            #"{"at": 2, "silent": false}"#,
            ".silent: must be true; distance or signal ends a silence"
        ),
        (
            #"{"at": 2, "distnace": 1}"#,
            #".distnace: there is no such field; did you mean "distance"?"#
        ),
    ])
    func `a mistake about a step is named`(step: String, expected: String) {
        let air = #"[{\#(Self.uuid), "timeline": [{"at": 1, "silent": true},\#n\#(step)]}]"#
        let error = #expect(throws: ScenarioError.self) { try Self.sources(air) }
        expect(error?.description, is: "demo.json:3: air[0].timeline[1]" + expected)
    }

    @Test func `what is still to happen in the air is part of the scenario`() throws {
        let air = #"[{\#(Self.uuid), "timeline": [{"at": 9, "silent": true}]}]"#
        let scenario = try Scenario(parsing: Array(Self.text(air).utf8), file: "f")
        expect(scenario.end, is: .seconds(10))
        let late = "{\"format\": 1, \"ends\": 8, " + Self.text(air).dropFirst(13)
        let error = #expect(throws: ScenarioError.self) {
            try Scenario(parsing: Array(late.utf8), file: "f")
        }
        expect(error?.description, is: "f:1: ends: is before the last event")
    }

    @Test func `each of many beacons has its own number and address`() throws {
        let sources = try Self.sources(
            #"[{\#(Self.uuid), "minor": 7, "count": 200, \#(Self.day)}]"#)
        expect(sources.count, is: 200)
        expect(Set(sources.map(\.address)).count, is: 200)
        expect(sources.last?.address, is: "F0:5C:EA:12:00:C8")
        expect(sources.last?.manufacturerData.first?.bytes[20..<22], is: [0, 206])
    }
}
