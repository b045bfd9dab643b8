import Beacons
import Notices

/// How far away a beacon is at a second, and how much the walls between take, in dB.
typealias Path = (Double) -> (distance: Double, walls: Double)

/// The runs that contestants are judged by.
enum Runs {
    /// Between two messages of a beacon, in seconds, unless a run says otherwise.
    static let interval = 0.1
    static let day = 86_400.0
    /// How fast a person walks, in metres a second.
    static let pace = 1.2

    static var contestants: [Runner] {
        let all: [any Contestant] = [
            Ours(), Ours("Callboard, `left = 10s`", patience: .seconds(10)), RunningAverage(),
            Kalman(),
        ]
        return all.map { Runner($0) }
    }

    /// A day at the edge of a room: so weak that most messages are lost, and now and then all of them.
    static func edge(mean: Double, seed: UInt64) -> [Figures] {
        var runners = contestants
        var air = AirModel(
            seed: seed, rice: 0, momentDeviation: 4, momentLength: 60, isPlaceKnown: true)
        let distance = distance(of: mean)
        return run(&runners, for: day) { _ in air.hear(distance: distance, after: interval) }
    }

    /// Two hours at the edge, and then it is taken away at once: how long after that it is noticed.
    static func leavingEdge(mean: Double, seed: UInt64) -> [Figures] {
        var runners = contestants
        var air = AirModel(
            seed: seed, rice: 0, momentDeviation: 4, momentLength: 60, isPlaceKnown: true)
        let distance = distance(of: mean)
        _ = run(&runners, for: 7200) { _ in air.hear(distance: distance, after: interval) }
        var waiting = Set(runners.indices.filter { runners[$0].contestant.isHere })
        for index in runners.indices { runners[index].begin() }
        var second = 7200.0
        while !waiting.isEmpty {
            second += interval
            for index in waiting {
                runners[index].take(nil, at: .of(second))
                guard !runners[index].contestant.isHere else { continue }
                waiting.remove(index)
                runners[index].note(second - 7200)
            }
        }
        return runners.map(\.figures)
    }

    /// A day at one place in the room.
    static func standing(at distance: Double, seed: UInt64) -> [Figures] {
        var runners = contestants
        var air = AirModel(seed: seed)
        return run(&runners, for: day) { _ in air.hear(distance: distance, after: interval) }
    }

    /// From two metres out of the door at five, and on: how long after the door it is noticed.
    static func leaving(seed: UInt64) -> [Figures] {
        var runners = contestants
        var air = AirModel(seed: seed)
        let start = 60.0
        let door = start + 3 / pace
        var waiting = Set(runners.indices)
        var second = 0.0
        while !waiting.isEmpty, second < 600 {
            second += interval
            let distance = min(2 + max(second - start, 0) * pace, 150)
            let signal = air.hear(
                distance: distance, behind: distance > 5 ? 15 : 0, after: interval)
            for index in runners.indices {
                runners[index].take(signal, at: .of(second))
                guard second > door, waiting.contains(index), !runners[index].contestant.isHere
                else { continue }
                waiting.remove(index)
                runners[index].note(second - door)
            }
        }
        return runners.map(\.figures)
    }

    /// A minute at one place, a walk to another, a minute there: how long after the border between the zones the other
    /// zone is told first.
    static func walk(from start: Double, to end: Double, border: Double, seed: UInt64) -> [Figures]
    {
        var runners = contestants
        var air = AirModel(seed: seed, isPlaceKnown: true)
        let wanted: Zone = end <= 0.5 ? .immediate : end <= 4 ? .near : .far
        let crossing = 60 + abs(border - start) / pace
        let length = abs(end - start)
        var waiting = Set(runners.indices)
        var second = 0.0
        while second < crossing + 60 {
            second += interval
            let way = min(max(second - 60, 0) * pace, length)
            let signal = air.hear(
                distance: end > start ? start + way : start - way, after: interval)
            for index in runners.indices {
                runners[index].take(signal, at: .of(second))
                guard second >= crossing, waiting.contains(index),
                    runners[index].contestant.zone == wanted
                else { continue }
                waiting.remove(index)
                runners[index].note(second - crossing)
            }
        }
        for index in waiting { runners[index].note(60) }
        return runners.map(\.figures)
    }

    private static func run(
        _ runners: inout [Runner], for length: Double, _ hear: (Double) -> Int?
    ) -> [Figures] {
        var step = 0
        while Double(step) * interval < length {
            let second = Double(step) * interval
            let signal = hear(second)
            for index in runners.indices {
                // What comes first is found out in the first minute.
                if step == 600 { runners[index].begin() }
                runners[index].take(signal, at: .milliseconds(step * 100))
            }
            step += 1
        }
        return runners.map(\.figures)
    }

    /// Where a signal is that strong, in metres.
    private static func distance(of signal: Double) -> Double {
        let tens = (AirModel.power - signal) / (10 * AirModel.exponent)
        var (low, high) = (0.1, 1000.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if decibels(middle) / 10 < tens { low = middle } else { high = middle }
        }
        return low
    }
}

extension Duration {
    fileprivate static func of(_ seconds: Double) -> Duration {
        .milliseconds(Int((seconds * 1000).rounded()))
    }
}
