import Beacons
import Notices

/// Who says whether a beacon is here, and how near.
protocol Contestant {
    var name: String { get }
    var isHere: Bool { get }
    var zone: Zone { get }
    mutating func hear(_ signal: Int, at time: Duration)
    mutating func advance(to time: Duration)
}

/// The room of this project, whole.
struct Ours: Contestant {
    private static let region = Region("keys", uuid: 1)
    private static let frame = BeaconFrame(
        BeaconID(.iBeacon, uuid: 1, major: 0, minor: 0), power: Int(AirModel.power))

    let name: String
    private var watch: BeaconWatch
    private(set) var isHere = false
    private(set) var zone = Zone.unknown

    init(_ name: String = "Callboard", patience: Duration = Region.usualPatience) {
        self.name = name
        watch = BeaconWatch([Region("keys", uuid: 1, patience: patience)])
        _ = watch.listen(true, at: .zero)
    }

    mutating func hear(_ signal: Int, at time: Duration) {
        _ = watch.hear(Self.frame, from: "A", signal: signal, at: time)
        look()
    }

    mutating func advance(to time: Duration) {
        _ = watch.advance(to: time)
        look()
    }

    private mutating func look() {
        let region = watch.regions[0]
        (isHere, zone) = (region.state == .near, region.zone)
    }
}

/// What others do with a smooth signal: half a metre and four metres are borders, and nothing keeps it in a zone.
private func zoneAlone(_ signal: Double) -> Zone {
    let gain = signal - AirModel.power
    return gain >= 6 ? .immediate : gain >= -12 ? .near : .far
}

/// AltBeacon's running average: the mean of twenty seconds without the tenth at either end, looked at after each
/// round of 1.1 s; gone after ten seconds.
struct RunningAverage: Contestant {
    let name = "AltBeacon"
    private(set) var isHere = false
    private(set) var zone = Zone.unknown
    private var samples: [(time: Duration, signal: Int)] = []
    private var round: Duration = .zero

    mutating func hear(_ signal: Int, at time: Duration) {
        isHere = true
        samples.append((time, signal))
    }

    mutating func advance(to time: Duration) {
        guard time - round >= .milliseconds(1100) else { return }
        round = time
        if let last = samples.last, time - last.time >= .seconds(10) { isHere = false }
        samples.removeAll { time - $0.time > .seconds(20) }
        let signals = samples.map(\.signal).sorted()
        guard !signals.isEmpty, isHere else {
            zone = .unknown
            return
        }
        let cut = signals.count > 2 ? signals.count / 10 + 1 : 0
        let kept = signals.count > 2 * cut ? signals[cut..<(signals.count - cut)] : signals[...]
        let mean = Double(kept.reduce(0, +)) / Double(kept.count)
        zone = zoneAlone(mean)
    }
}

/// room-assistant's filter of Kalman: process 0.0008, measurement 4, at each message; gone after sixty seconds.
struct Kalman: Contestant {
    let name = "room-assistant"
    private(set) var isHere = false
    private(set) var zone = Zone.unknown
    private var value: Double?
    private var variance = 4.0
    private var last: Duration = .zero

    mutating func hear(_ signal: Int, at time: Duration) {
        (isHere, last) = (true, time)
        let seen = Double(signal)
        let before = value ?? seen
        let expected = variance + 0.0008
        let gain = expected / (expected + 4)
        let after = before + gain * (seen - before)
        value = after
        variance = expected * (1 - gain)
        zone = zoneAlone(after)
    }

    mutating func advance(to time: Duration) {
        guard time - last >= .seconds(60) else { return }
        (isHere, zone) = (false, .unknown)
    }
}
