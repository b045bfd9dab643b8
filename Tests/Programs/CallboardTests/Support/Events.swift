import Foundation
import Support
import Testing

extension Child.Outcome {
    /// The lines without those of the battery.
    var linesWithoutBattery: [String] { lines.filter { !$0.contains("battery") } }

    /// The events of JSON lines, each of which must be whole, without the battery's: a phone of a
    /// fast demo may leave before its level was read.
    func events(sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
        #expect(output.isEmpty || output.hasSuffix("\n"), sourceLocation: sourceLocation)
        return try lines.compactMap { line in
            let event = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                "\(line)", sourceLocation: sourceLocation)
            return event["event"] as? String == "battery" ? nil : event
        }
    }

    /// The output without what is another at each run: when things were, and what they are called.
    var story: String {
        output.replacing(
            /"(at|received|date|sent|id|last_heard)":"[^"]*",?/, with: "")
    }
}

/// What the program's own demo shows as it should be.
enum Demo {
    /// The same phone, whose demo goes on for a day after that.
    static var endless: String {
        get throws {
            let text = try String(contentsOfFile: scenario("demo"), encoding: .utf8)
            return text.replacing(/"ends": [0-9.]+/, with: #""ends": 86400"#)
        }
    }

    static let events = 25
    static let notices = 16
    /// What it says when it is over.
    static let lastWords =
        "callboard: that was a simulated iPhone; its day on this terminal, with keys: "
        + "\(Child.program) demo --board; in a browser: \(Child.program) demo --wall; "
        + "for more see \(Child.program) demo --help\n"
}

/// Where the program's scenarios are.
func scenario(_ name: String) -> String {
    repository.appending(path: "Sources/Phone/SimulatedPhone/Scenarios/\(name).json").path
}

/// What the README says.
func readMe() throws -> String {
    try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
}

/// What authors of scenarios go by.
func scenarioDocument() throws -> String {
    try String(
        contentsOf: repository.appending(path: "Docs/reference/scenarios.md"), encoding: .utf8)
}

private let repository = Checkout.root

extension [UInt8] {
    /// How often a character is there.
    func count(of character: Unicode.Scalar) -> Int {
        count { $0 == UInt8(ascii: character) }
    }
}
