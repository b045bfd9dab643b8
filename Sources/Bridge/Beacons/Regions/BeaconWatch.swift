package import Notices

/// Tracker of all beacons in the air and their regions; takes messages, signals and time, and returns events.
package struct BeaconWatch: Sendable {
    /// Maximum number of tracked beacons; those of no region are dropped first, then the longest unheard.
    package static let airLimit = 256

    private var tracks: [RegionTrack] = []
    private var beacons: [BeaconID: BeaconTrack] = [:]
    /// Start of current listening; nil if the host does not listen.
    private var listening: Duration?
    /// Time of the latest input.
    private var now: Duration = .zero
    /// Whether range events are reported.
    package var tellsRange = false

    /// Watches these regions; those beyond `Region.limit` are ignored.
    package init(_ regions: [Region] = []) {
        replace(regions)
    }

    /// Replaces the regions; the state of those with the same name and beacons is kept.
    package mutating func replace(_ regions: [Region]) {
        tracks = regions.prefix(Region.limit).map { region in
            guard
                var old = tracks.first(where: {
                    $0.region.name == region.name && $0.region.isSameSet(as: region)
                })
            else { return RegionTrack(region, listeningSince: listening) }
            old.replace(with: region)
            return old
        }
    }

    /// Restores the state before a restart; a state observed since then takes precedence.
    package mutating func restore(_ memories: [RegionMemory]) {
        for memory in memories {
            for index in tracks.indices where tracks[index].region.name == memory.region.name {
                tracks[index].restore(memory)
            }
        }
    }

    /// State that is kept across restarts.
    package var memory: [RegionMemory] { tracks.map(\.memory).filter { $0.state != .never } }

    /// Records that the host starts or stops listening.
    package mutating func listen(_ isListening: Bool, at time: Duration) -> [RegionEvent] {
        now = time
        listening = isListening ? listening ?? time : nil
        for index in tracks.indices { tracks[index].listen(isListening, at: time) }
        for id in beacons.keys { beacons[id]?.listen(isListening, at: time) }
        return advance(to: time)
    }

    /// Records a suspend of the host, during which no beacon was heard.
    package mutating func sleep(from start: Duration, to end: Duration) -> [RegionEvent] {
        guard listening != nil else { return [] }
        return listen(false, at: start) + listen(true, at: end)
    }

    /// Processes a message of a beacon.
    ///
    /// - Parameters:
    ///   - address: sender address.
    ///   - signal: received signal strength in dBm; nil if unknown.
    package mutating func hear(
        _ frame: BeaconFrame, from address: String, signal: Int?, at time: Duration
    ) -> [RegionEvent] {
        now = time
        let indices = tracks.indices.filter { tracks[$0].region.contains(frame.id) }
        if beacons[frame.id] == nil { makeRoom() }
        // Updated in place: a copy would copy the whole signal history.
        beacons[frame.id, default: BeaconTrack(frame, listeningSince: listening, at: time)].take(
            frame, from: address, signal: signal,
            reference: indices.compactMap { tracks[$0].region.power }.first, at: time)
        guard !indices.isEmpty, let beacon = beacons[frame.id] else { return [] }
        var events: [RegionEvent] = []
        for index in indices {
            let since = tracks[index].since
            let change = tracks[index].hear(beacon, at: time)
            if let change {
                events.append(event(change, index, before: since.map { time - $0 }))
            }
            if change == nil, hasMoved(index) { events.append(event(.moved, index)) }
            if tracks[index].isTouched(by: beacon, at: time) { events.append(event(.tap, index)) }
            if tellsRange, tracks[index].isRangeDue(at: time) {
                events.append(event(.range, index))
            }
        }
        return events
    }

    /// Returns whether a beacon belongs to a region; other beacons cause no events.
    package func concerns(_ id: BeaconID) -> Bool { isKnown(id) }

    /// Advances the time and returns the events that are due.
    package mutating func advance(to time: Duration) -> [RegionEvent] {
        now = time
        for id in beacons.keys where beacons[id]?.hasVanished(at: time) ?? false {
            beacons[id] = nil
        }
        return tracks.indices.compactMap { index in
            let since = tracks[index].since
            guard !tracks[index].hasLeft(at: time) else {
                return event(.left, index, before: since.map { time - $0 })
            }
            return hasMoved(index) ? event(.moved, index) : nil
        }
    }

    /// The next time at which an event may happen without a message; nil if none can.
    package var deadline: Duration? {
        (tracks.compactMap(\.deadline) + tracks.compactMap(forgetting)).min()
    }

    /// Returns when the zone of the first beacon of a region becomes unknown; nil if no zone of the region was reported.
    private func forgetting(_ track: RegionTrack) -> Duration? {
        guard track.isZoneTold else { return nil }
        return beacons.values.filter {
            track.region.contains($0.id) && $0.zone(at: now) != .unknown && !$0.isStuck
        }.map(\.zoneEnd).min()
    }

    /// Current states of the regions.
    package var regions: [RegionCondition] { tracks.map(condition) }

    /// All beacons in the air, strongest first.
    package var air: [HeardBeacon] {
        beacons.values.map { beacon in
            let regions = tracks.map(\.region).filter { $0.contains(beacon.id) }
            let reference = regions.lazy.compactMap(\.power).first
            return HeardBeacon(
                id: beacon.id, regions: regions.map(\.name), zone: beacon.zone(at: now),
                accuracy: beacon.accuracy(reference: reference, at: now),
                signal: beacon.filter.value.map { Int($0.rounded()) }, power: beacon.power,
                lastHeard: beacon.lastHeard, addresses: beacon.addresses.count,
                isStuck: beacon.isStuck)
        }.sorted { ($0.signal ?? .min, $0.id.description) > ($1.signal ?? .min, $1.id.description) }
    }

    /// Returns whether the zone of a near region differs from the one last reported, and records it as reported.
    private mutating func hasMoved(_ index: Int) -> Bool {
        guard tracks[index].state == .near else { return false }
        return tracks[index].tell(condition(tracks[index]).zone)
    }

    private mutating func makeRoom() {
        guard beacons.count >= Self.airLimit else { return }
        let worst = beacons.values.min { one, two in
            let (isOneKnown, isTwoKnown) = (isKnown(one.id), isKnown(two.id))
            return isOneKnown == isTwoKnown ? one.lastHeard < two.lastHeard : !isOneKnown
        }
        if let worst { beacons[worst.id] = nil }
    }

    private func isKnown(_ id: BeaconID) -> Bool { tracks.contains { $0.region.contains(id) } }

    private mutating func event(
        _ change: RegionEvent.Change, _ index: Int, before: Duration? = nil
    ) -> RegionEvent {
        let condition = condition(tracks[index])
        _ = tracks[index].tell(condition.zone)
        return RegionEvent(change: change, condition: condition, before: before)
    }

    private func condition(_ track: RegionTrack) -> RegionCondition {
        let region = track.region
        // The nearest audible beacon, otherwise the last one heard.
        let nearest = beacons.values.filter {
            region.contains($0.id) && $0.zone(at: now) != .unknown && !$0.isStuck
        }.max { ($0.filter.value ?? -.infinity) < ($1.filter.value ?? -.infinity) }
        let isHere = track.state == .near
        return RegionCondition(
            region: region, state: track.state, since: track.since, lastHeard: track.lastHeard,
            zone: isHere ? nearest?.zone(at: now) ?? .unknown : .unknown,
            accuracy: isHere ? nearest?.accuracy(reference: region.power, at: now) : nil,
            signal: isHere ? nearest?.filter.value.map { Int($0.rounded()) } : nil,
            beacon: nearest?.id ?? track.beacon)
    }
}
