import Expecting
import Radio
import Testing

@testable import Features

/// Date, time and zone of a phone.
struct ClockFeatureTests {
    private static let (time, zone) = (ClockFeature.time, ClockFeature.zone)
    /// Read from an iPhone 7 Plus on 30 June 2018: year, month, day, hour, minute, second, weekday,
    /// fractions of a second, reason of the adjustment.
    private static let june: [UInt8] = [
        0xE2, 0x07, 0x06, 0x1E, 0x15, 0x1E, 0x10, 0x06, 0xEF, 0x02,
    ]
    /// Its zone in quarters of an hour, and no daylight saving time.
    private static let china: [UInt8] = [0x20, 0x00]

    /// Feature that has read both values.
    private static var read: ClockFeature {
        var feature = ClockFeature()
        _ = feature.begin(at: .zero)
        _ = feature.take(.read(zone, .success(china)), at: .zero)
        _ = feature.take(.read(time, .success(june)), at: .zero)
        return feature
    }

    @Test func `zone and time are read in order, and then changes are enabled`() {
        var feature = ClockFeature()
        expect(feature.begin(at: .zero).map(\.words), is: ["read 2a0f"])
        expect(
            feature.take(.read(Self.zone, .success(Self.china)), at: .zero).map(\.words),
            is: ["read 2a2b"])
        expect(
            feature.take(.read(Self.time, .success(Self.june)), at: .zero).map(\.words),
            is: ["21:30:16 zone 480+0", "subscribe 2a2b"])
        _ = feature.take(.subscribed(Self.time), at: .zero)
        expect(feature.nextDeadline, is: nil, "nothing wakes the host")
    }

    @Test func `a phone without a zone still has a time`() {
        var feature = ClockFeature()
        _ = feature.begin(at: .zero)
        expect(
            feature.take(.read(Self.zone, .failure(.attributeNotFound)), at: .zero).map(\.words),
            is: ["read 2a2b"])
        expect(
            feature.take(.read(Self.time, .success(Self.june)), at: .zero).map(\.words),
            is: ["21:30:16 zone unknown", "subscribe 2a2b"])
    }

    @Test func `a refused value is read again before the next one`() {
        var feature = ClockFeature()
        _ = feature.begin(at: .zero)
        for value in [Self.zone, Self.time] {
            expect(
                feature.take(.read(value, .failure(.unlikelyError)), at: .zero).map(\.words),
                is: [])
            let pause = RepeatedRead.pauses[0]
            expect(feature.nextDeadline, is: pause)
            expect(feature.timePassed(at: pause).count, is: 1)
            _ = feature.take(
                .read(value, .success(value == Self.zone ? Self.china : Self.june)), at: .zero)
        }
        expect(feature.nextDeadline, is: nil)
    }

    @Test func `after a change both are read again`() {
        var feature = Self.read
        _ = feature.take(.subscribed(Self.time), at: .zero)
        let later = ClockFeature.rest
        expect(
            feature.take(.value(Self.time, Self.june), at: later).map(\.words), is: ["read 2a0f"])
        _ = feature.take(.read(Self.zone, .success([0x24, 0x04])), at: later)
        expect(
            feature.take(.read(Self.time, .success(Self.june)), at: later).map(\.words),
            is: ["21:30:16 zone 540+60"], "no second subscription")
    }

    @Test func `a flood of changes causes a reading from time to time`() {
        var feature = Self.read
        _ = feature.take(.subscribed(Self.time), at: .zero)
        var requests = 0
        for step in 0..<60_000 {
            let now = Duration.milliseconds(10 * step)
            var actions = feature.take(.value(Self.time, Self.june), at: now)
            if let due = feature.nextDeadline, due <= now { actions += feature.timePassed(at: now) }
            for case .ask(.read(let id)) in actions {
                requests += 1
                let value = id == Self.zone ? Self.china : Self.june
                let more = feature.take(.read(id, .success(value)), at: now)
                for case .ask(.read(Self.time)) in more {
                    requests += 1
                    _ = feature.take(.read(Self.time, .success(Self.june)), at: now)
                }
            }
        }
        #expect((2...42).contains(requests), "\(requests) requests in 600 s")
    }

    @Test func `values that another host read are adopted in any order`() {
        var feature = ClockFeature()
        expect(
            feature.take(.read(Self.time, .success(Self.june)), at: .zero).map(\.words),
            is: ["21:30:16 zone unknown"])
        expect(feature.take(.read(Self.zone, .success(Self.china)), at: .zero).map(\.words), is: [])
        expect(
            feature.take(.read(Self.time, .success(Self.june)), at: .zero).map(\.words),
            is: ["21:30:16 zone 480+0"])
    }

    @Test func `the clock is unknown after the end`() {
        var feature = Self.read
        expect(feature.end(at: .zero).map(\.words), is: ["clock gone"])
        expect(feature.end(at: .zero).map(\.words), is: [])
    }
}
