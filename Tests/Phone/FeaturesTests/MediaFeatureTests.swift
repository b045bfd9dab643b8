import AMS
import Expecting
import Radio
import Testing

@testable import Features

/// The media service as a feature: link events in, requests of a session out.
struct MediaFeatureTests {
    private static let command = MediaCharacteristic.remoteCommand.id
    private static let update = MediaCharacteristic.entityUpdate.id
    private static let attribute = MediaCharacteristic.entityAttribute.id

    /// Actions in words.
    private static func words(_ actions: [FeatureAction<MediaReport>]) -> [String] {
        actions.map { action in
            switch action {
            case .ask(let call):
                "\(word(call)) \(MediaCharacteristic(call.characteristic).map { "\($0)" } ?? "?")"
            case .tell(.performed(let command, let outcome)):
                "\(command.word ?? "?") \(outcome)"
            case .tell(.state(let state, hasJumped: _)): state == nil ? "ended" : "state"
            case .letGo: "close"
            }
        }
    }

    private static func word(_ call: LinkCall) -> String {
        switch call {
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .write(let value, _): "write \(value)"
        case .read: "read"
        }
    }

    /// A feature whose requests the phone has accepted.
    private static func registered() -> MediaFeature {
        var feature = MediaFeature()
        _ = feature.begin(at: .zero)
        for event in [
            .subscribed(Self.command),
            .subscribed(Self.update),
            .written(Self.update, nil),
            .written(Self.update, nil),
            .written(Self.update, nil),
        ] as [LinkEvent] {
            _ = feature.take(event, at: .zero)
        }
        return feature
    }

    @Test func `a session subscribes and registers, and then shows the player`() {
        var feature = MediaFeature()
        expect(Self.words(feature.begin(at: .zero)), is: ["subscribe remoteCommand"])
        for (event, expected) in [
            (.subscribed(Self.command), ["subscribe entityUpdate"]),
            (.subscribed(Self.update), ["write [0, 0, 1, 2, 3] entityUpdate"]),
            (.written(Self.update, nil), ["write [1, 0, 1, 2, 3] entityUpdate"]),
            (.written(Self.update, nil), ["write [2, 0, 1, 2, 3] entityUpdate"]),
            (.written(Self.update, nil), []),
            (.value(Self.command, [0, 1, 3]), []), (.value(Self.update, [2, 2, 0, 0x41]), []),
        ] as [(LinkEvent, [String])] {
            expect(Self.words(feature.take(event, at: .zero)), is: expected, "\(event)")
        }
        expect(feature.nextDeadline, is: .milliseconds(100))
        expect(Self.words(feature.timePassed(at: .milliseconds(100))), is: ["state"])
        expect(feature.nextDeadline, is: nil)
        expect(feature.session.state.title, is: [0x41])
        let next = feature.perform(.nextTrack, at: .seconds(1))
        expect(Self.words(next), is: ["write [3] remoteCommand"])
        let outcome = feature.take(.written(Self.command, nil), at: .seconds(1))
        expect(Self.words(outcome), is: ["next performed"])
        expect(Self.words(feature.end(at: .seconds(2))), is: ["ended"])
    }

    @Test func `a value that was cut is read as a whole`() {
        var feature = Self.registered()
        for (event, expected) in [
            (.value(Self.update, [2, 0, 1, 0x41]), ["write [2, 0] entityAttribute"]),
            (.written(Self.attribute, nil), ["read entityAttribute"]),
            (.read(Self.attribute, .success([0x41, 0x42])), []),
        ] as [(LinkEvent, [String])] {
            expect(Self.words(feature.take(event, at: .zero)), is: expected, "\(event)")
        }
        expect(feature.session.state.artist, is: [0x41, 0x42])
        _ = feature.take(.value(Self.update, [2, 0, 1, 0x43]), at: .zero)
        _ = feature.take(.written(Self.attribute, nil), at: .zero)
        let absent = AttributeError(rawValue: 0xA2)
        _ = feature.take(.read(Self.attribute, .failure(absent)), at: .zero)
        expect(feature.session.state.artist, is: nil, "absent")
    }

    @Test func `refusals are those of the link`() {
        var feature = MediaFeature()
        _ = feature.begin(at: .zero)
        let refused = feature.take(.refused(Self.command, .attributeNotFound), at: .zero)
        expect(Self.words(refused), is: ["subscribe entityUpdate"])
        _ = feature.take(.subscribed(Self.update), at: .zero)
        let absent = AttributeError(rawValue: 0xA2)
        let fewer = feature.take(.written(Self.update, absent), at: .zero)
        expect(Self.words(fewer), is: ["write [0, 0, 1, 2] entityUpdate"])
        var other = Self.registered()
        _ = other.perform(.play, at: .zero)
        let error = AttributeError(rawValue: 0xA1)
        let outcome = other.take(.written(Self.command, error), at: .zero)
        guard case .tell(.performed(.play, .refused(.invalidCommand))) = outcome.first else {
            Issue.record("the command was not reported as refused")
            return
        }
    }

    @Test func `another player ends the subscription, to make it again`() {
        var feature = Self.registered()
        _ = feature.take(.value(Self.update, [0, 0, 0, 0x41]), at: .zero)
        _ = feature.timePassed(at: .seconds(1))
        _ = feature.take(.value(Self.update, [0, 0, 0, 0x42]), at: .seconds(1))
        let actions = feature.timePassed(at: .seconds(2))
        expect(Self.words(actions), is: ["unsubscribe remoteCommand", "state"])
        let again = feature.take(.unsubscribed(Self.command), at: .seconds(2))
        expect(Self.words(again), is: ["subscribe remoteCommand"])
    }

    @Test func `events of other services and of no characteristic change nothing`() {
        let elsewhere = CharacteristicID(
            MediaCharacteristic.remoteCommand.uuid, of: ServiceID(1))
        for event in [
            .subscribed(elsewhere), .value(elsewhere, [1]), .written(elsewhere, nil),
            .refused(elsewhere, AttributeError(rawValue: 5)), .named("Mara's iPhone"),
            .appeared(.media), .vanished(.media), .closed(.lost),
            .subscribed(CharacteristicID(1, of: .media)),
        ] as [LinkEvent] {
            var feature = MediaFeature()
            _ = feature.begin(at: .zero)
            let deadline = feature.nextDeadline
            expect(Self.words(feature.take(event, at: .zero)), is: [], "\(event)")
            expect(feature.nextDeadline, is: deadline, "\(event)")
        }
    }

    @Test func `a link must have commands and updates, and may lack whole values`() {
        for characteristic in MediaCharacteristic.allCases {
            expect(MediaCharacteristic(characteristic.id), is: characteristic)
        }
        let need = MediaFeature.need
        expect(need.service, is: .media)
        expect(need.required, is: [Self.command, Self.update])
        expect(need.optional, is: [Self.attribute])
        expect(need.confidential.contains(Self.update), is: true, "it carries texts")
        expect(need.confidential.count, is: 2, "and so does what gives whole values")
        expect(ServiceNeed.notifications.optional, is: [])
    }
}
