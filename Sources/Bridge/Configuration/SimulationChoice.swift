package import Settings
import SimulatedPhone

/// Options of every command with simulated phones.
package enum SimulationChoice {
    /// Option for the scenario.
    package static let scenario = Parameter<String?>.file(
        "scenario",
        summary: "Play this file, or a built-in scenario: \(names); - is standard input")
    private static let names = Scenario.builtIn.map(\.name).joined(separator: ", ")
    /// Option for the speed of simulated time.
    package static let speed = Parameter<Double>.decimal(
        "speed", in: 0.01...10_000, default: 1, summary: "Run the simulated time N times faster"
    )
    /// Option for the random seed.
    package static let seed = Parameter<Int>.integer(
        "seed", in: 0...Int.max, default: 1,
        summary: "Seed the simulated phone's random choices; the same number gives the same run")
}
