import Configuration
import Control
import Expecting
import Linux
import Notices
import Outlets
import Radio
import Service
import Support
import Testing

@testable import Bridge

/// What people are told of a radio, in words of its own or in those that hold for any.
@Suite(.onLoop) struct RadioWordsTests {
    @LoopActor
    private final class SpokenRadio: Radio {
        private let own: String?
        var handler: (@LoopActor (RadioEvent) -> Void)?

        init(_ own: String?) {
            self.own = own
        }

        func start(
            for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
        ) { self.handler = handler }

        func stop() async {}

        func words(for state: RadioState) -> String? { own }
    }

    @LoopActor
    private final class Shown: Outlet {
        var events: [BridgeEvent] = []

        func show(_ event: BridgeEvent) { events.append(event) }

        func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) { done() }
    }

    @Test(arguments: [
        ("stop the other one", "stop the other one"),
        (nil, "there is no Bluetooth on this host"),
    ])
    @LoopActor
    func `a radio's own words reach outlets and the status`(own: String?, told: String) throws {
        let (radio, shown) = (SpokenRadio(own), Shown())
        let bridge = Bridge(radio: radio, outlets: [shown], pace: Pace())
        bridge.start {}
        radio.handler?(.state(.noService))
        guard case .radio(.noService, let words, _)? = shown.events.first else {
            Issue.record("\(shown.events)")
            return
        }
        expect(words, is: own)
        var status = StatusAnswer()
        bridge.status.tell(&status, .kernel)
        expect(status.radio?.words, is: told)
        expect(status.radio?.kind, is: "kernel")
        expect(status.radio?.state, is: "no_service")
    }

    @Test @LoopActor func `why a radio does not advertise is said of no service by name`() {
        let radio = SpokenRadio(nil)
        let bridge = Bridge(radio: radio, outlets: [], pace: Pace())
        var advice: [String] = []
        bridge.advise = { advice.append($0) }
        bridge.start {}
        radio.handler?(.state(.notAdvertising("busy")))
        expect(advice, is: ["Bluetooth does not advertise: busy"])
        expect(bridge.status.radioReason, is: "busy")
    }
}
