import Expecting
import Radio
import Testing

@testable import Features

/// Battery level of a phone.
struct BatteryFeatureTests {
    private static let level = BatteryFeature.level

    /// Feature of a phone that has the service.
    private static var begun: BatteryFeature {
        var feature = BatteryFeature()
        _ = feature.begin(at: .zero)
        return feature
    }

    @Test func `the level is read after the subscription, whether it succeeds or not`() {
        for (event, why) in [
            (.subscribed(Self.level), "changes will follow"),
            (.refused(Self.level, .attributeNotFound), "the phone sends no changes"),
        ] as [(LinkEvent, String)] {
            var feature = BatteryFeature()
            expect(feature.begin(at: .zero).map(\.words), is: ["subscribe 2a19"], "one at a time")
            expect(feature.take(event, at: .zero).map(\.words), is: ["read 2a19"], "\(why)")
        }
    }

    @Test func `a value is a percentage or is ignored`() {
        for (value, expected, why) in [
            ([0], ["battery 0"], "empty"), ([100], ["battery 100"], "full"),
            ([101], [], "more than full"), ([0xFF], [], "unknown"), ([], [], "no value"),
            ([82, 0, 7], ["battery 82"], "a later version may add bytes"),
        ] as [([UInt8], [String], String)] {
            var feature = Self.begun
            expect(
                feature.take(.value(Self.level, value), at: .zero).map(\.words), is: expected,
                "\(why)")
            feature = Self.begun
            expect(
                feature.take(.read(Self.level, .success(value)), at: .zero).map(\.words),
                is: expected, "\(why)")
        }
    }

    @Test func `the same level is reported once`() {
        var feature = Self.begun
        expect(feature.take(.value(Self.level, [50]), at: .zero).map(\.words), is: ["battery 50"])
        expect(feature.take(.value(Self.level, [50]), at: .seconds(60)).map(\.words), is: [])
        expect(feature.nextDeadline, is: nil)
    }

    @Test func `of many changes within a moment only the last is reported`() {
        var feature = Self.begun
        var reports: [String] = []
        for step in 0..<100_000 {
            let now = Duration.milliseconds(step)
            reports += feature.take(
                .value(Self.level, [UInt8(step % 100)]), at: now
            ).map(\.words)
            if let due = feature.nextDeadline, due <= now {
                reports += feature.timePassed(at: now).map(\.words)
            }
        }
        #expect(reports.count <= 11, "\(reports.count) reports in 100 s")
        expect(reports.first, is: "battery 0")
        let due = feature.nextDeadline ?? .zero
        expect(
            feature.timePassed(at: due).map(\.words), is: ["battery \(99_999 % 100)"],
            "the last one is not lost")
    }

    @Test func `a refused read is repeated a few times, a lasting refusal is not`() {
        var feature = Self.begun
        _ = feature.take(.subscribed(Self.level), at: .zero)
        var now = Duration.zero
        for pause in RepeatedRead.pauses {
            _ = feature.take(.read(Self.level, .failure(.unlikelyError)), at: now)
            expect(feature.nextDeadline, is: now + pause)
            now += pause
            expect(feature.timePassed(at: now).map(\.words), is: ["read 2a19"])
        }
        _ = feature.take(.read(Self.level, .failure(.unlikelyError)), at: now)
        expect(feature.nextDeadline, is: nil, "no further attempt")
        feature = Self.begun
        _ = feature.take(.subscribed(Self.level), at: .zero)
        _ = feature.take(.read(Self.level, .failure(.readNotPermitted)), at: .zero)
        expect(feature.nextDeadline, is: nil)
    }

    @Test func `without a subscription the level is read from time to time`() {
        var feature = Self.begun
        _ = feature.take(.refused(Self.level, .attributeNotFound), at: .zero)
        _ = feature.take(.read(Self.level, .success([80])), at: .zero)
        for round in 1...3 {
            let due = BatteryFeature.interval * round
            expect(feature.nextDeadline, is: due)
            expect(feature.timePassed(at: due).map(\.words), is: ["read 2a19"])
            _ = feature.take(.read(Self.level, .success([80])), at: due)
        }
    }

    @Test func `nothing wakes the host while the phone sends changes`() {
        var feature = Self.begun
        _ = feature.take(.subscribed(Self.level), at: .zero)
        _ = feature.take(.read(Self.level, .success([80])), at: .zero)
        expect(feature.nextDeadline, is: nil)
    }

    @Test func `the end reports a level that waited, and that it is no longer known`() {
        var feature = Self.begun
        expect(feature.end(at: .zero).map(\.words), is: [], "nothing was known")
        _ = feature.take(.value(Self.level, [9]), at: .zero)
        _ = feature.take(.value(Self.level, [8]), at: .zero)
        expect(feature.end(at: .zero).map(\.words), is: ["battery 8", "battery gone"])
        expect(feature.nextDeadline, is: nil)
    }
}
