import Notices

/// State machine of one region.
struct RegionTrack: Sendable {
    /// Number of messages, and the time within which they must arrive, to detect a beacon; one may be an echo.
    static let enterCount = 2
    static let enterTime: Duration = .seconds(3)
    /// Interval of range events.
    static let rangeInterval: Duration = .seconds(1)

    private(set) var region: Region
    private(set) var state = RegionState.never
    private(set) var since: Duration?
    private(set) var lastHeard: Duration?
    private(set) var beacon: BeaconID?
    private var arrivals: [Duration] = []
    private var lastRange: Duration?
    /// Zone that was last reported.
    private var toldZone = Zone.unknown
    private var silence: UnheardTime
    private var touches: [BeaconID: TouchFilter] = [:]

    /// - Parameter began: start of current listening; nil if the host does not listen.
    init(_ region: Region, listeningSince began: Duration?) {
        self.region = region
        silence = UnheardTime(
            patience: region.patience, isForgiving: true, listeningSince: began)
    }

    /// Applies changed settings for the same beacons.
    mutating func replace(with region: Region) {
        self.region = region
        silence.patience = region.patience
        if region.touch == nil { touches = [:] }
    }

    /// Restores the state before a restart; silence is counted from the next time the host listens.
    mutating func restore(_ memory: RegionMemory) {
        guard state == .never, memory.region.isSameSet(as: region) else { return }
        (state, since) = (memory.state, memory.since)
        (lastHeard, beacon) = (memory.lastHeard, memory.beacon)
    }

    /// Records that the host starts or stops listening.
    mutating func listen(_ isListening: Bool, at time: Duration) {
        silence.listen(isListening, at: time)
    }

    /// State that is kept across restarts.
    var memory: RegionMemory {
        RegionMemory(
            region: region, state: state, since: since, lastHeard: lastHeard, beacon: beacon)
    }

    /// Processes a message of one of its beacons; returns the resulting change.
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

    /// Returns true once when one of its beacons is held to the host.
    mutating func isTouched(by track: BeaconTrack, at time: Duration) -> Bool {
        guard let touch = region.touch,
            let signal = track.filter.median(since: time - TouchFilter.memory)
        else { return false }
        let power =
            touch.power ?? (region.power ?? track.power) + Region.Touch.usualGain
        let isTouched = touches[track.id, default: TouchFilter()].take(
            signal, power: power, hold: touch.hold, at: time)
        // Bounds the filters, since a region may include any number of beacons.
        if touches.count > BeaconWatch.airLimit { touches = [:] }
        return isTouched
    }

    /// Records that this zone is reported; returns whether it differs from the last one.
    mutating func tell(_ zone: Zone) -> Bool {
        defer { toldZone = zone }
        return toldZone != zone
    }

    /// Whether a known zone was reported, which must be withdrawn when it becomes unknown.
    var isZoneTold: Bool { state == .near && toldZone != .unknown }

    /// Returns whether a range event is due, and records its time.
    mutating func isRangeDue(at time: Duration) -> Bool {
        if state != .near { return false }
        if let lastRange, time - lastRange < Self.rangeInterval, time >= lastRange { return false }
        lastRange = time
        return true
    }

    /// Returns whether the region has left by now, and changes its state.
    mutating func hasLeft(at time: Duration) -> Bool {
        guard state == .near, silence.isOver(at: time) else { return false }
        (state, since) = (.left, time)
        arrivals = []
        return true
    }

    /// The time at which the region leaves if no message is received; nil if it is not near or time alone does not decide.
    var deadline: Duration? { state == .near ? silence.end : nil }
}
