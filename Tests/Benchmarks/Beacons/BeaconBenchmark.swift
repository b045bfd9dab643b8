import Beacons
import BenchSupport
import Notices

/// Judges how the room tells presence and zones, beside two others, in an air that is made up, and prints tables.
@main enum BeaconBenchmark {
    static func main() {
        let names = Runs.contestants.map(\.contestant.name)
        Report.line("| | " + names.joined(separator: " | ") + " |")
        Report.line("|---|" + names.map { _ in "---|" }.joined())
        for mean in [-94.0, -97, -99, -101] {
            row(
                "false departures in 24 h at the edge, \(Int(mean)) dBm on average",
                (1...3).map { Runs.edge(mean: mean, seed: $0) }
            ) { (Double($0.departures) / 3).text(1) }
        }
        let leaving = (1...300).map { Runs.leaving(seed: UInt64($0)) }
        row("seconds from the door to noticing, half of all", leaving) { $0.delay(0.5).text(1) }
        row("and nine of ten", leaving) { $0.delay(0.9).text(1) }
        let edges = (1...30).map { Runs.leavingEdge(mean: -97, seed: UInt64($0)) }
        row("seconds from the edge (-97 dBm) to noticing, half of all", edges) {
            $0.delay(0.5).text(1)
        }
        row("and nine of ten", edges) { $0.delay(0.9).text(1) }
        for distance in [0.3, 0.5, 1, 2, 4, 6] {
            row(
                "changes of zone in 24 h, standing \(distance) m away",
                (1...3).map { Runs.standing(at: distance, seed: $0) }
            ) { (Double($0.changes) / 3).text(1) }
        }
        for (start, end, border) in [
            (9.0, 1.5, 4.0), (1.5, 9, 4), (1.5, 0.2, 0.5), (0.2, 1.5, 0.5),
        ] {
            let walks = (1...300).map {
                Runs.walk(from: start, to: end, border: border, seed: UInt64($0))
            }
            row("seconds to notice a walk from \(start) to \(end) m, half of all", walks) {
                $0.delay(0.5).text(1)
            }
            row("and nine of ten", walks) { $0.delay(0.9).text(1) }
        }
    }

    private static func row(
        _ title: String, _ runs: [[Figures]], _ cell: (Figures) -> String
    ) {
        let sums = runs[0].indices.map { index in
            runs.reduce(Figures()) { $0 + $1[index] }
        }
        Report.line("| \(title) | " + sums.map(cell).joined(separator: " | ") + " |")
    }
}
