import ANCS
import Expecting
import Radio
import Testing

@testable import Features

/// The notification service as a feature: link events in, requests of a session out.
struct NotificationFeatureTests {
    /// Requests in words.
    private static func words(_ actions: [FeatureAction<SessionReport>]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .ask(let call):
                "\(word(call)) \(Characteristic(call.characteristic).map { "\($0)" } ?? "?")"
            case .tell: nil
            case .letGo: "close"
            }
        }
    }

    private static func word(_ call: LinkCall) -> String {
        switch call {
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .write: "write"
        case .read: "read"
        }
    }

    @Test func `a session subscribes, and then writes to the control point alone`() {
        var feature = NotificationFeature(configuration: .init())
        expect(Self.words(feature.begin(at: .zero)), is: ["subscribe dataSource"])
        let data = feature.take(.subscribed(Characteristic.dataSource.id), at: .zero)
        expect(Self.words(data), is: ["subscribe notificationSource"])
        let source = feature.take(.subscribed(Characteristic.notificationSource.id), at: .zero)
        expect(Self.words(source), is: ["write controlPoint"])
    }

    @Test func `events of other services and of no characteristic change nothing`() {
        let elsewhere = CharacteristicID(Characteristic.dataSource.uuid, of: ServiceID(1))
        for event in [
            .subscribed(elsewhere), .value(elsewhere, [1]), .written(elsewhere, nil),
            .refused(elsewhere, AttributeError(rawValue: 5)), .named("Mara's iPhone"),
            .appeared(.notifications), .vanished(.notifications), .closed(.lost),
        ] as [LinkEvent] {
            var feature = NotificationFeature(configuration: .init())
            _ = feature.begin(at: .zero)
            let deadline = feature.nextDeadline
            expect(Self.words(feature.take(event, at: .zero)), is: [], "\(event)")
            expect(feature.nextDeadline, is: deadline, "\(event)")
        }
    }

    @Test func `characteristics of a link are those of the service`() {
        for characteristic in Characteristic.allCases {
            expect(Characteristic(characteristic.id), is: characteristic)
        }
        expect(Characteristic(CharacteristicID(1, of: .notifications)), is: nil)
        expect(
            Set(NotificationFeature.need.required), is: Set(Characteristic.allCases.map(\.id)))
    }
}
