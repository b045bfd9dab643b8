package import Linux

extension FuzzTarget {
    /// Maximum size of an input that is kept in a file.
    private static let sizeLimit = 1 << 20

    /// Runs the inputs that are kept in a folder of the target's name, and returns how many there are.
    package func runFixtures(in folder: String) throws(Errno) -> Int {
        let names = try FolderList.names(in: "\(folder)/\(rawValue)", limit: 65_536)
        let kept = try StateFolder(existing: "\(folder)/\(rawValue)")
        for name in names { run(try kept.read(name, upTo: Self.sizeLimit) ?? []) }
        return names.count
    }

    /// Runs random inputs, the same ones on each machine, and returns how many there are.
    package func runRandomInputs() -> Int {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for _ in 0..<randomCount {
            run((0..<Int(next() % 200)).map { _ in UInt8(truncatingIfNeeded: next() >> 8) })
        }
        return randomCount
    }

    private var randomCount: Int {
        switch self {
        // One input is a whole day of theirs, drawn and told at each step.
        case .beacons, .display: 200
        default: 2_000
        }
    }
}
