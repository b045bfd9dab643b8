import SimulatedPhone

/// Reads the input as a scenario file.
func fuzzScenario(_ bytes: [UInt8]) {
    do throws(ScenarioError) {
        _ = try Scenario(parsing: bytes, file: "fuzzed.json")
    } catch {
        require(error.description.hasPrefix("fuzzed.json:"), "a complaint names no file")
        require(!error.description.utf8.contains(10), "a complaint is more than one line")
    }
}
