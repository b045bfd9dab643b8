import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// Services that change while they are known from another time.
struct KnownServicesChangeTests {
    private static let options = GATTClientOptions(
        known: TestService.known(), remembersServices: true)

    private static func begun(_ phone: inout TestPhone) -> Stage {
        var stage = Stage(TestService.client(options))
        stage.begin()
        expect(stage.converse(with: &phone), is: [.serviceFound(TestService.found)])
        return stage
    }

    @Test func `a change before the start is believed`() {
        var phone = TestPhone(mtu: 185, services: [(0x30, false)])
        var stage = Stage(TestService.client(Self.options), server: TestService.server)
        stage.play([
            .phone("1D 0300 1000 3800", "the service has moved"), .client("1E", "confirmed"),
            .reports(.learned(nil)),
        ])
        stage.begin()
        expect(
            stage.converse(with: &phone),
            is: [
                .serviceFound(TestService.at(0x30)), .learned(TestService.known(at: 0x30)),
            ])
    }

    @Test func `a change while the MTU is agreed on is believed`() {
        var stage = Stage(TestService.client(Self.options))
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("1D 0300 0100 FFFF", "everything has changed"),
            .client("1E", "confirmed"), .reports(.learned(nil)), .phone("03 B900", "its MTU"),
            .client("08 0100 FFFF 2A2B", "what is its hash?"), .phone("01 08 0100 0A", "none"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
    }

    @Test func `a change of other services leaves what is known alone`() {
        var stage = Stage(TestService.client(Self.options))
        stage.play([.phone("1D 0300 3000 FFFF", "others"), .client("1E", "confirmed")])
        stage.begin()
        stage.play(
            [
                .client("02 0502", "our MTU"), .phone("03 B900", "its MTU"),
            ] + TestService.check + [
                .reports(.serviceFound(TestService.found)),
                .phone("1D 0300 3000 FFFF", "others again"), .client("1E", "confirmed"),
            ])
    }

    @Test func `a service that changes is forgotten at once, and learned anew`() {
        var phone = TestPhone(mtu: 185)
        var stage = Self.begun(&phone)
        phone.withdraw(from: 0x10)
        stage.receive(hex("1D 0300 1000 FFFF"))
        expect(
            stage.converse(with: &phone), is: [.serviceVanished, .learned(nil), .serviceNotFound])
        phone.publish(at: 0x30)
        stage.receive(hex("1D 0300 3000 3800"))
        expect(
            stage.converse(with: &phone),
            is: [
                .serviceFound(TestService.at(0x30)), .learned(TestService.known(at: 0x30)),
            ])
    }

    @Test func `a hash that is being read when everything changes is read again`() {
        var phone = TestPhone(mtu: 185)
        var stage = Self.begun(&phone)
        stage.play([
            .phone("1D 0300 1000 1800", "the service changes"), .client("1E", "confirmed"),
            .reports(.serviceVanished), .reports(.learned(nil)),
            .client("08 0100 FFFF 2A2B", "what is its hash?"),
            .phone("1D 0300 0100 FFFF", "everything changes"), .client("1E", "confirmed"),
            .phone("01 08 0100 0A", "none, then"),
            .client("08 0100 FFFF 2A2B", "what is its hash now?"),
            .phone("01 08 0100 0A", "none"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
    }

    @Test func `what is told before the start is forgotten with the guest`() {
        var stage = Stage(TestService.client(Self.options))
        stage.client.remember(nil)
        stage.begin()
        stage.play([
            .client("02 0502", "our MTU"), .phone("03 B900", "its MTU"),
            .client("08 0100 FFFF 2A2B", "what is its hash?"),
        ])
        stage.client.remember(TestService.known())
        stage.play([
            .phone("01 08 0100 0A", "none"),
            .client("06 0100 FFFF 0028 0118", "where is Generic Attribute?"),
        ])
    }
}
