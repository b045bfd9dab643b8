import Beacons
import Linux

/// Judges how the room tells presence and zones, beside two others, in an air that is made up, and prints tables.
@main enum BeaconBenchmark {
    static func main() {
        let names = Runs.contestants.map(\.contestant.name)
        line("| | " + names.joined(separator: " | ") + " |")
        line("|---|" + names.map { _ in "---|" }.joined())
        for mean in [-94.0, -97, -99, -101] {
            row(
                "false departures in 24 h at the edge, \(Int(mean)) dBm on average",
                (1...3).map { Runs.edge(mean: mean, seed: $0) }
            ) { tenths(Double($0.departures) / 3) }
        }
        let leaving = (1...300).map { Runs.leaving(seed: UInt64($0)) }
        row("seconds from the door to noticing, half of all", leaving) { tenths($0.delay(0.5)) }
        row("and nine of ten", leaving) { tenths($0.delay(0.9)) }
        let edges = (1...30).map { Runs.leavingEdge(mean: -97, seed: UInt64($0)) }
        row("seconds from the edge (-97 dBm) to noticing, half of all", edges) {
            tenths($0.delay(0.5))
        }
        row("and nine of ten", edges) { tenths($0.delay(0.9)) }
        for distance in [0.3, 0.5, 1, 2, 4, 6] {
            row(
                "changes of zone in 24 h, standing \(distance) m away",
                (1...3).map { Runs.standing(at: distance, seed: $0) }
            ) { tenths(Double($0.changes) / 3) }
        }
        for (start, end, border) in [
            (9.0, 1.5, 4.0), (1.5, 9, 4), (1.5, 0.2, 0.5), (0.2, 1.5, 0.5),
        ] {
            let walks = (1...300).map {
                Runs.walk(from: start, to: end, border: border, seed: UInt64($0))
            }
            row("seconds to notice a walk from \(start) to \(end) m, half of all", walks) {
                tenths($0.delay(0.5))
            }
            row("and nine of ten", walks) { tenths($0.delay(0.9)) }
        }
    }

    private static func row(
        _ title: String, _ runs: [[Figures]], _ cell: (Figures) -> String
    ) {
        let sums = runs[0].indices.map { index in
            runs.reduce(Figures()) { $0 + $1[index] }
        }
        line("| \(title) | " + sums.map(cell).joined(separator: " | ") + " |")
    }

    private static func tenths(_ number: Double) -> String {
        guard number.isFinite else { return "–" }
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func line(_ text: String) {
        do throws(Errno) {
            try StandardStream.output.write(text + "\n")
        } catch {
            CurrentProcess.end(with: 1)
        }
    }
}
