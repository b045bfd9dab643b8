import Expecting
import Radio
import Testing

@testable import Features

/// A phone's features other than notifications: each gets the events of its own service.
struct FurtherFeaturesTests {
    private static let other = ServiceID(1)

    /// Features of a link that is known to be secure.
    private static func secure(_ services: [FurtherService]) -> FurtherFeatures {
        var features = FurtherFeatures(services)
        _ = features.linkIsSecure(at: .zero)
        return features
    }

    @Test func `a feature gets the events of its own service and no other`() {
        let (service, level) = (BatteryFeature.service, BatteryFeature.level)
        for (event, expected, why) in [
            (.appeared(service), ["subscribe 2a19"], "its service is there"),
            (.value(level, [76]), ["battery 76"], "a value of its characteristic"),
            (.value(level, []), [], "an empty value"),
            (.read(level, .success([5])), ["battery 5"], "a read value"),
            (.vanished(service), [], "its service is no longer there, nothing was known"),
            (.appeared(Self.other), [], "another service"),
            (.vanished(Self.other), [], "another service is no longer there"),
            (
                .value(CharacteristicID(level.uuid, of: Self.other), [9]), [],
                "the same UUID elsewhere"
            ),
            (.named("Mara's iPhone"), [], "an event of no service"),
            (.closed(.lost), [], "the end"),
        ] as [(LinkEvent, [String], String)] {
            var features = Self.secure([.battery])
            expect(features.take(event, at: .zero).map(\.words), is: expected, "\(why)")
        }
    }

    @Test func `nothing is requested before the link is known to be secure`() {
        var features = FurtherFeatures.all
        let services = [BatteryFeature.service, DeviceFeature.service, ClockFeature.service]
        for service in services {
            expect(features.take(.appeared(service), at: .zero).map(\.words), is: [])
        }
        expect(
            features.linkIsSecure(at: .zero).map(\.words),
            is: ["subscribe 2a19", "read 2a24", "read 2a0f"])
        expect(features.linkIsSecure(at: .zero).map(\.words), is: [], "once")
        _ = features.end(at: .zero)
        expect(features.take(.appeared(services[0]), at: .zero).map(\.words), is: [], "next link")
        expect(features.linkIsSecure(at: .zero).map(\.words), is: ["subscribe 2a19"])
    }

    @Test func `a service that vanished before the link was secure is not used`() {
        var features = FurtherFeatures([.battery])
        for event in [
            LinkEvent.appeared(BatteryFeature.service), .vanished(BatteryFeature.service),
        ] {
            _ = features.take(event, at: .zero)
        }
        expect(features.linkIsSecure(at: .zero).map(\.words), is: [])
        expect(
            features.take(.appeared(BatteryFeature.service), at: .zero).map(\.words),
            is: ["subscribe 2a19"])
    }

    @Test func `a level is known until the service or the phone is gone`() {
        var features = Self.secure([.battery])
        _ = features.take(.value(BatteryFeature.level, [76]), at: .zero)
        expect(features.facts.battery, is: 76)
        expect(features.facts.words, is: ["battery 76 %"])
        expect(features.end(at: .zero).map(\.words), is: ["battery gone"])
        expect(features.facts, is: PhoneFacts())
    }

    @Test func `the model stays known after the phone has left`() {
        var features = Self.secure([.device])
        _ = features.take(
            .read(DeviceFeature.model, .success(Array("iPhone14,5".utf8))), at: .zero)
        expect(features.end(at: .zero).map(\.words), is: [])
        expect(features.facts.words, is: ["iPhone 13"])
    }

    @Test func `a link has to find what the used features need`() {
        expect(FurtherFeatures([.battery]).needs, is: [BatteryFeature.need])
        expect(
            FurtherFeatures([.time, .battery]).needs, is: [BatteryFeature.need, ClockFeature.need])
        expect(FurtherFeatures([]).needs, is: [])
        expect(FurtherFeatures.all.needs.count, is: FurtherService.allCases.count)
    }

    @Test func `time passes for a feature only when it is due`() {
        var features = Self.secure([.battery])
        expect(features.nextDeadline, is: nil)
        expect(features.timePassed(at: .seconds(9_999)).map(\.words), is: [], "nothing is due")
        _ = features.take(.value(BatteryFeature.level, [76]), at: .seconds(10))
        _ = features.take(.value(BatteryFeature.level, [75]), at: .seconds(11))
        expect(features.nextDeadline, is: .seconds(20))
        expect(features.timePassed(at: .seconds(19)).map(\.words), is: [], "a second early")
        expect(features.timePassed(at: .seconds(20)).map(\.words), is: ["battery 75"])
        expect(features.nextDeadline, is: nil)
    }
}
