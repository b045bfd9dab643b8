import Notices

/// A region, and what is known of it.
struct RegionTrack: Sendable {
    /// So many messages make a beacon that is there, within so long; one may be an echo or a passer-by.
    static let enterCount = 2
    static let enterTime: Duration = .seconds(3)
    /// How often it is told how near it is.
    static let rangeInterval: Duration = .seconds(1)

    private(set) var region: Region
    private(set) var state = RegionState.never
    private(set) var since: Duration?
    private(set) var lastHeard: Duration?
    private(set) var beacon: BeaconID?
    private var arrivals: [Duration] = []
    private var lastRange: Duration?
    /// The zone that was told last.
    private var toldZone = Zone.unknown
    private var silence: UnheardTime
    private var touches: [BeaconID: TouchFilter] = [:]

    /// - Parameter began: since when the host has been listening; nil while it does not.
    init(_ region: Region, listeningSince began: Duration?) {
        self.region = region
        silence = UnheardTime(
            patience: region.patience, isForgiving: true, listeningSince: began)
    }

    /// Takes what a person says of the same beacons now.
    mutating func replace(with region: Region) {
        self.region = region
        silence.patience = region.patience
        if region.touch == nil { touches = [:] }
    }

    /// Takes what was known of it before a restart; a silence counts from when the host listens again.
    mutating func restore(_ memory: RegionMemory) {
        guard state == .never, memory.region.isSameSet(as: region) else { return }
        (state, since) = (memory.state, memory.since)
        (lastHeard, beacon) = (memory.lastHeard, memory.beacon)
    }

    /// Takes that the host listens from now on, or no longer.
    mutating func listen(_ isListening: Bool, at time: Duration) {
        silence.listen(isListening, at: time)
    }

    /// What outlives the program.
    var memory: RegionMemory {
        RegionMemory(
            region: region, state: state, since: since, lastHeard: lastHeard, beacon: beacon)
    }

    /// Takes that one of its beacons was heard; says what that makes of it.
    mutating func hear(_ track: BeaconTrack, at time: Duration) -> RegionEvent.Change? {
        guard !track.isStuck else { return nil }
        beacon = track.id
        lastHeard = time
        silence.hear(at: time)
        guard state != .near else { return nil }
        arrivals.removeAll { time - $0 > Self.enterTime || $0 > time }
        arrivals.append(time)
        guard arrivals.count >= Self.enterCount else { return nil }
        arrivals = []
        defer { (state, since) = (.near, time) }
        return state == .left ? .back : .near
    }

    /// Whether one of its beacons is held to the host for the first time.
    mutating func isTouched(by track: BeaconTrack, at time: Duration) -> Bool {
        guard let touch = region.touch,
            let signal = track.filter.median(since: time - TouchFilter.memory)
        else { return false }
        let power =
            touch.power ?? (region.power ?? track.power) + Region.Touch.usualGain
        let isTouched = touches[track.id, default: TouchFilter()].take(
            signal, power: power, hold: touch.hold, at: time)
        // A region of many beacons has as many as the air has.
        if touches.count > BeaconWatch.airLimit { touches = [:] }
        return isTouched
    }

    /// Takes note that this zone is told; says whether it is another one than before.
    mutating func tell(_ zone: Zone) -> Bool {
        defer { toldZone = zone }
        return toldZone != zone
    }

    /// Whether it was told how near it is, and that may have to be taken back.
    var isZoneTold: Bool { state == .near && toldZone != .unknown }

    /// Whether it is time to tell how near it is.
    mutating func isRangeDue(at time: Duration) -> Bool {
        if state != .near { return false }
        if let lastRange, time - lastRange < Self.rangeInterval, time >= lastRange { return false }
        lastRange = time
        return true
    }

    /// Says whether it has left by now.
    mutating func hasLeft(at time: Duration) -> Bool {
        guard state == .near, silence.isOver(at: time) else { return false }
        (state, since) = (.left, time)
        arrivals = []
        return true
    }

    /// When it may have left.
    var deadline: Duration? { state == .near ? silence.end : nil }
}
