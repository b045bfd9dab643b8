package import Notices

/// All beacons that are in the air, and the regions that they belong to: messages, signals and time in, events out.
package struct BeaconWatch: Sendable {
    /// Beacons that are known at a time; past that those of no region give way first, then the one heard of longest ago.
    package static let airLimit = 256

    private var tracks: [RegionTrack] = []
    private var beacons: [BeaconID: BeaconTrack] = [:]
    /// Since when the host has been listening; nil while it does not.
    private var listening: Duration?
    /// The latest moment that anything was told of.
    private var now: Duration = .zero
    /// Whether somebody wants to know how near everything is.
    package var tellsRange = false

    /// A watch over these regions, at most `Region.limit` of them; of further ones nothing is told.
    package init(_ regions: [Region] = []) {
        replace(regions)
    }

    /// Watches these from now on; what is known of those that mean the same beacons under the same name stays.
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

    /// Takes what was known before a restart; what has been heard since is newer.
    package mutating func restore(_ memories: [RegionMemory]) {
        for memory in memories {
            for index in tracks.indices where tracks[index].region.name == memory.region.name {
                tracks[index].restore(memory)
            }
        }
    }

    /// What must outlive the program.
    package var memory: [RegionMemory] { tracks.map(\.memory).filter { $0.state != .never } }

    /// Takes that the host listens from now on, or no longer.
    package mutating func listen(_ isListening: Bool, at time: Duration) -> [RegionEvent] {
        now = time
        listening = isListening ? listening ?? time : nil
        for index in tracks.indices { tracks[index].listen(isListening, at: time) }
        for id in beacons.keys { beacons[id]?.listen(isListening, at: time) }
        return advance(to: time)
    }

    /// Takes that the host slept from one moment to another, and heard nothing meanwhile.
    package mutating func sleep(from start: Duration, to end: Duration) -> [RegionEvent] {
        guard listening != nil else { return [] }
        return listen(false, at: start) + listen(true, at: end)
    }

    /// Takes a message of a beacon.
    ///
    /// - Parameters:
    ///   - address: from where it came.
    ///   - signal: how strong it arrived, in dBm; nil where nobody knows.
    package mutating func hear(
        _ frame: BeaconFrame, from address: String, signal: Int?, at time: Duration
    ) -> [RegionEvent] {
        now = time
        let indices = tracks.indices.filter { tracks[$0].region.contains(frame.id) }
        if beacons[frame.id] == nil { makeRoom() }
        // In its place: a copy would copy all that is remembered of its signal.
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

    /// Whether a beacon is one of a region: what others send changes nothing that is told.
    package func concerns(_ id: BeaconID) -> Bool { isKnown(id) }

    /// Takes that it is this late, and says what has left by now.
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

    /// When something may happen without a message; nil where nothing can.
    package var deadline: Duration? {
        (tracks.compactMap(\.deadline) + tracks.compactMap(forgetting)).min()
    }

    /// When one of its beacons cannot be told any more to be near, where that was told of a region.
    private func forgetting(_ track: RegionTrack) -> Duration? {
        guard track.isZoneTold else { return nil }
        return beacons.values.filter {
            track.region.contains($0.id) && $0.zone(at: now) != .unknown && !$0.isStuck
        }.map(\.zoneEnd).min()
    }

    /// The regions as they are.
    package var regions: [RegionCondition] { tracks.map(condition) }

    /// Everything that is in the air, the strongest first.
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

    /// Whether a region that is there is in another zone than was told last.
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
        // The nearest of those that are heard, else the one that was heard last.
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
