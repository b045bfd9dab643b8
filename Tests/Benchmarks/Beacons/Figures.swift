import Beacons
import BenchSupport
import Notices

/// What a contestant did in a run, summed up over all runs.
struct Figures {
    /// How often it said that a beacon had gone, and how often it changed its zone.
    var departures = 0
    var changes = 0
    /// How long it took to notice, in seconds.
    var delays: [Double] = []

    /// The delay that so large a share of all stayed below.
    func delay(_ share: Double) -> Double {
        Sample(delays).value(share)
    }

    static func + (one: Figures, two: Figures) -> Figures {
        Figures(
            departures: one.departures + two.departures, changes: one.changes + two.changes,
            delays: one.delays + two.delays)
    }
}

/// One contestant in one run.
struct Runner {
    var contestant: any Contestant
    private(set) var figures = Figures()
    private var wasHere = false
    private var zone = Zone.unknown

    init(_ contestant: any Contestant) { self.contestant = contestant }

    /// Takes what the air brought at a moment.
    mutating func take(_ signal: Int?, at time: Duration) {
        if let signal { contestant.hear(signal, at: time) }
        contestant.advance(to: time)
        if wasHere, !contestant.isHere { figures.departures += 1 }
        wasHere = contestant.isHere
        let now = contestant.zone
        if now != .unknown {
            if zone != .unknown, now != zone { figures.changes += 1 }
            zone = now
        }
    }

    /// Begins to count.
    mutating func begin() { figures = Figures() }

    /// Notes that something was noticed after so long.
    mutating func note(_ delay: Double) { figures.delays.append(delay) }
}
