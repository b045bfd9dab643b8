import Expecting
import LinkSupport
import Radio
import Testing

@testable import Features

/// A phone's features other than notifications: each gets the events of its own service.
struct FurtherFeaturesTests {
    private static let other = ServiceID(1)

    /// Actions in words.
    private static func words(_ actions: [FeatureAction<FeatureFact>]) -> [String] {
        actions.map { action in
            switch action {
            case .ask(.subscribe): "subscribe"
            case .ask(.read): "read"
            case .ask: "another request"
            case .tell(let fact): "\(fact.name) \(fact.value.map(String.init) ?? "gone")"
            case .letGo: "close"
            }
        }
    }

    @Test func `a feature gets the events of its own service and no other`() {
        for (event, expected, why) in [
            (.appeared(LevelFeature.service), ["subscribe", "read"], "its service is there"),
            (.value(LevelFeature.level, [76]), ["battery 76"], "a value of its characteristic"),
            (.value(LevelFeature.level, []), [], "an empty value"),
            (.read(LevelFeature.level, .success([5])), ["battery 5"], "a read value"),
            (.vanished(LevelFeature.service), ["battery gone"], "its service is no longer there"),
            (.appeared(Self.other), [], "another service"),
            (.vanished(Self.other), [], "another service is no longer there"),
            (
                .value(CharacteristicID(LevelFeature.level.uuid, of: Self.other), [9]), [],
                "the same UUID elsewhere"
            ),
            (.named("Mara's iPhone"), [], "an event of no service"),
            (.closed(.lost), [], "the end"),
        ] as [(LinkEvent, [String], String)] {
            var features = LevelFeature.alone
            expect(Self.words(features.take(event, at: .zero)), is: expected, "\(why)")
        }
    }

    @Test func `facts are kept until the service or the phone is gone`() {
        var features = LevelFeature.alone
        _ = features.take(.value(LevelFeature.level, [76]), at: .zero)
        expect(features.facts, is: ["battery": 76])
        _ = features.take(.value(LevelFeature.level, [75]), at: .zero)
        expect(features.facts, is: ["battery": 75])
        expect(Self.words(features.end(at: .zero)), is: ["battery gone"])
        expect(features.facts, is: [:])
    }

    @Test func `time passes for a feature only when it is due`() {
        var features = LevelFeature.alone
        expect(features.nextDeadline, is: nil)
        expect(Self.words(features.timePassed(at: .seconds(9_999))), is: [], "nothing is due")
        _ = features.take(.value(LevelFeature.level, [76]), at: .seconds(10))
        expect(features.nextDeadline, is: .seconds(3_610))
        expect(Self.words(features.timePassed(at: .seconds(3_609))), is: [], "a second early")
        expect(Self.words(features.timePassed(at: .seconds(3_610))), is: ["read"])
        expect(features.nextDeadline, is: nil)
    }

    @Test func `a link has to find what every feature needs`() {
        expect(LevelFeature.alone.needs, is: [LevelFeature.need])
        expect(FurtherFeatures([]).needs, is: [])
    }
}
