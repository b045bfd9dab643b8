import FuzzTargets
import Linux

/// Runs every target on the inputs below a folder and on random ones, for a machine on which the
/// tests cannot be compiled; an invariant that does not hold ends the process.
@main
enum InputsProgram {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            fatalError("usage: callboard-fuzz-inputs FOLDER")
        }
        for target in FuzzTarget.allCases {
            let kept = try target.runFixtures(in: CommandLine.arguments[1])
            let random = target.runRandomInputs()
            print("\(target.rawValue): \(kept) kept inputs, \(random) random ones")
        }
    }
}
