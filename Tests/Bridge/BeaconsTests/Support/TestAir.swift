import Notices

@testable import Beacons

let keys = Region("keys", uuid: 0xFDA5_0693, major: 1, minor: 7)
let wallet = Region("wallet", uuid: 0xFDA5_0693, major: 1, minor: 8)

func touched(power: Int? = nil) -> Region {
    Region("keys", uuid: keys.uuid, major: 1, minor: 7, touch: Region.Touch(power: power))
}

/// An air in which beacons send, and a watch over it.
struct TestAir {
    var watch: BeaconWatch
    private var noise = 0

    init(_ regions: [Region], isListening: Bool = true) {
        watch = BeaconWatch(regions)
        if isListening { _ = watch.listen(true, at: .zero) }
    }

    /// One message, a little stronger or weaker each time unless its signal is given.
    mutating func send(
        _ region: Region, at second: Double, signal: Int? = nil, from address: String = "A"
    ) -> [String] {
        noise += 1
        return send(region, at: second, raw: signal ?? -60 - noise % 3, from: address)
    }

    mutating func send(
        _ region: Region, at second: Double, raw signal: Int?, from address: String = "A"
    ) -> [String] {
        let id = BeaconID(
            region.format, uuid: region.uuid, major: region.major ?? 0, minor: region.minor ?? 0)
        return Self.words(
            watch.hear(
                BeaconFrame(id, power: -59), from: address, signal: signal, at: .of(second)))
    }

    /// How long after the last message the first region will have left.
    var silence: Duration? {
        var late = watch
        guard let zoneEnd = late.deadline, let last = late.regions[0].lastHeard else { return nil }
        _ = late.advance(to: zoneEnd)
        return late.deadline.map { $0 - last }
    }

    mutating func listen(_ isListening: Bool, at second: Double) -> [String] {
        Self.words(watch.listen(isListening, at: .of(second)))
    }

    mutating func wait(until second: Double) -> [String] {
        Self.words(watch.advance(to: .of(second)))
    }

    /// Zones are told beside everything else; a test that is about them asks the watch.
    private static func words(_ events: [RegionEvent]) -> [String] {
        events.filter { $0.change != .moved }.map { "\($0.condition.region.name) \($0.change)" }
    }
}

extension Duration {
    static func of(_ seconds: Double) -> Duration {
        .microseconds(Int64((seconds * 1e6).rounded()))
    }

    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

/// Numbers that look like chance and are the same each time.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next(_ bound: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state % bound
    }
}
