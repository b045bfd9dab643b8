import Beacons
import Notices

/// Reads the input as frames, and then as what a host hears, does not hear, and is told of phones; stops the
/// program where something is told that cannot be.
func fuzzBeacons(_ bytes: [UInt8]) {
    readFrame(bytes)
    var run = AirRun(input: bytes[...])
    while run.step() {}
}

/// A frame is read as what it was written from, and its name as itself.
private func readFrame(_ bytes: [UInt8]) {
    for maker in [BeaconFrame.apple, 0x0118] {
        guard let frame = BeaconFrame(manufacturer: maker, bytes) else { continue }
        require(BeaconID(frame.id.description) == frame.id, "a name that is another's")
        if let written = frame.iBeaconBytes { require(written == bytes, "other bytes than read") }
    }
    if let frame = BeaconFrame(service: BeaconFrame.eddystone, bytes) {
        require(frame.id.major == nil && frame.iBeaconBytes == nil, "a format like another")
    }
    guard let id = BeaconID(String(decoding: bytes, as: UTF8.self)) else { return }
    require(BeaconID(id.description) == id, "a name that is another's")
}

private struct AirRun {
    private static let regions = [
        Region("all", uuid: 1), Region("one", uuid: 1, major: 0, minor: 1, patience: .seconds(5)),
        Region("touched", uuid: 1, major: 1, power: -70, touch: Region.Touch(hold: .zero)),
        Region("open", format: .altBeacon, uuid: 1, patience: .seconds(90)),
    ]

    private var input: ArraySlice<UInt8>
    private var watch = BeaconWatch(Self.regions)
    private var person = Presence(patience: .seconds(30))
    private var now: Duration = .zero
    private var isListening = false
    /// Whether the clock never went back: it does not, but what is asked of it may.
    private var isOrderly = true

    init(input: ArraySlice<UInt8>) { self.input = input }

    /// Takes one step; false at the end of the input.
    mutating func step() -> Bool {
        guard let choice = input.popFirst() else { return false }
        let value = Int(input.popFirst() ?? 0)
        switch choice % 10 {
        case 0...3: hear(Int(choice) / 10, signal: value - 128)
        case 4: now += .milliseconds(value * 20)
        case 5: now += .seconds(value)
        case 6: listen(value % 2 == 0)
        case 7: change(value)
        case 8: meet(value, signal: -Int(choice) / 2)
        default:
            now -= .seconds(value)
            isOrderly = isOrderly && value == 0
        }
        advance()
        return true
    }

    private mutating func hear(_ number: Int, signal: Int) {
        let id = BeaconID(
            number % 5 == 4 ? .altBeacon : .iBeacon, uuid: number % 7 == 6 ? 2 : 1,
            major: UInt16(number % 2), minor: UInt16(number % 3))
        let before = watch
        let events = watch.hear(
            BeaconFrame(id, power: -59), from: "\(number)", signal: signal, at: now)
        check(events, after: before)
        require(events.allSatisfy { $0.change != .left }, "heard, and so it has left")
        require(
            events.allSatisfy { $0.condition.region.contains(id) }, "another region's message")
    }

    private mutating func listen(_ isOn: Bool) {
        isListening = isOn
        let before = watch
        check(watch.listen(isOn, at: now), after: before)
    }

    private mutating func change(_ value: Int) {
        switch value % 4 {
        case 0: watch.tellsRange.toggle()
        case 1: watch.replace(Array(Self.regions.dropFirst(value / 4 % 3)))
        case 2: watch.replace(Self.regions + Self.regions)
        default:
            var other = BeaconWatch(Self.regions)
            other.restore(watch.memory)
            require(
                Set(other.memory.map(\.state)).isSubset(of: Set(watch.memory.map(\.state))),
                "a state that nobody remembers")
            (watch, isListening) = (other, false)
        }
    }

    private mutating func meet(_ value: Int, signal: Int) {
        let before = person.state
        let news =
            switch value % 6 {
            case 0: person.watch(true, at: now)
            case 1: person.watch(false, at: now)
            case 2: person.link(true, at: now)
            case 3: person.link(false, at: now)
            case 4: person.hear(signal: signal, at: now)
            default: person.advance(to: now)
            }
        require(news != .came || before != .home && person.state == .home, "home twice")
        require(news != .went || before == .home && person.state == .away, "away twice")
    }

    private mutating func advance() {
        let before = watch
        check(watch.advance(to: now), after: before)
        require(watch.air.count <= BeaconWatch.airLimit, "more in the air than may be")
        require(watch.regions.count <= Region.limit, "more regions than may be")
        guard let deadline = watch.deadline else { return }
        require(deadline > now, "a deadline that is over")
        var (early, late) = (watch, watch)
        require(early.advance(to: deadline - .milliseconds(1)).isEmpty, "before its time")
        _ = late.advance(to: deadline)
        require(late.deadline.map { $0 > deadline } ?? true, "a deadline that stays")
    }

    /// What is told follows from what was, and nothing leaves a host that could not hear it.
    private func check(_ events: [RegionEvent], after before: BeaconWatch) {
        for event in events {
            let condition = event.condition
            let states = before.regions.filter { $0.region == condition.region }.map(\.state)
            let may: RegionState? =
                switch event.change {
                case .near: .never
                case .left: .near
                case .back: .left
                case .tap, .range, .moved: nil
                }
            require(may.map(states.contains) ?? true, "\(event.change) of what it was not")
            require(event.change != .tap || condition.region.touch != nil, "a touch of nothing")
            require(event.change != .range || before.tellsRange, "nobody asked how near")
            require(condition.accuracy.map(\.isFinite) ?? true, "a distance that is none")
            guard event.change == .left, isOrderly else { continue }
            require(condition.region.name != "" && condition.zone == .unknown, "left, and near")
            if let last = condition.lastHeard {
                require(now - last >= condition.region.patience, "left too soon")
            }
        }
    }
}
