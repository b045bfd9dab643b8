package import Settings
import SimulatedPhone

/// What a person can choose about simulated phones, in every command that has some.
package enum SimulationChoice {
    /// The option that names the scenario.
    package static let scenario = Parameter<String?>.file(
        "scenario",
        summary: "Play this file, or a built-in scenario: \(names); - is standard input")
    private static let names = Scenario.builtIn.map(\.name).joined(separator: ", ")
    /// The option that says how many of its seconds pass in a real one.
    package static let speed = Parameter<Double>.decimal(
        "speed", in: 0.01...10_000, default: 1, summary: "Run the simulated time N times faster"
    )
    /// The option that says what chance does.
    package static let seed = Parameter<Int>.integer(
        "seed", in: 0...Int.max, default: 1,
        summary: "Seed the simulated phone's random choices; the same number gives the same run")
}
