import ANCS
import Expecting
import LinkSupport
import Linux
import Notices
import Outlets
import Radio
import Support
import Testing

@testable import Bridge

/// A phone is its bond: what it is called may come late, and change.
struct RenameTests {
    /// A radio whose phones do what a test says.
    @LoopActor
    private final class Hand: Radio {
        private(set) var handler: (@LoopActor (RadioEvent) -> Void)?
        func start(
            for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
        ) { self.handler = handler }
        func stop() async {}
    }

    @LoopActor
    private final class Link: PhoneLink {
        let phone: PhoneIdentity
        private(set) var handler: (@LoopActor (LinkEvent) -> Void)?
        private(set) var isClosed = false
        init(_ bond: String, _ name: String) { phone = PhoneIdentity(bond: bond, name: name) }
        func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) { self.handler = handler }
        func ask(_ call: LinkCall) {}
        func close(because reason: LetGo) { isClosed = true }
    }

    @LoopActor
    private final class Ear: Outlet {
        private(set) var heard: [String] = []
        private(set) var bonds: Set<String?> = []
        func show(_ event: BridgeEvent) {
            switch event {
            case .phone(let state, let phone, _):
                heard.append("\(phone.name) \(state.rawValue)")
                bonds.insert(phone.bond)
            case .renamed(let phone, let old, _):
                heard.append("\(old) is \(phone.name) (\(phone.bond ?? "-"))")
            default: break
            }
        }
    }

    @Test func `a name that comes late is told, and all goes by it from then on`() async {
        await LoopThread.run {
            let (hand, ear) = (Hand(), Ear())
            let bridge = Bridge(radio: hand, outlets: [ear], pace: Pace())
            bridge.start {}
            let link = Link("4C:57", "4C:57")
            hand.handler?(.connected(link))
            link.handler?(.named("Mara's iPhone"))
            link.handler?(.named("Mara's iPhone"))
            link.handler?(.unavailable)
            expect(
                ear.heard,
                is: [
                    "4C:57 connected", "4C:57 is Mara's iPhone (4C:57)",
                    "Mara's iPhone unavailable",
                ])
            expect(bridge.status.phones.map(\.name), is: ["Mara's iPhone"])
            expect(ear.bonds, is: ["4C:57"])
            bridge.stop()
        }
    }

    @Test func `one of two that come to have one name has a number behind it`() async {
        await LoopThread.run {
            let (hand, ear) = (Hand(), Ear())
            let bridge = Bridge(radio: hand, outlets: [ear], pace: Pace())
            bridge.start {}
            let links = [Link("a", "iPhone"), Link("b", "Ann's")]
            for link in links { hand.handler?(.connected(link)) }
            links[1].handler?(.named("iPhone"))
            expect(ear.heard.last, is: "Ann's is iPhone (2) (b)")
            // The first one is called otherwise; the other keeps its number until it comes anew.
            links[0].handler?(.named("Zoë's"))
            links[1].handler?(.named("iPhone"))
            expect(bridge.status.phones.map(\.name), is: ["Zoë's", "iPhone (2)"])
            bridge.stop()
        }
    }

    @Test func `another name that a phone comes back with is told before anything else`() async {
        await LoopThread.run {
            let (hand, ear) = (Hand(), Ear())
            let bridge = Bridge(radio: hand, outlets: [ear], pace: Pace())
            bridge.start {}
            let first = Link("a", "iPhone")
            hand.handler?(.connected(first))
            first.handler?(.closed(.lost))
            hand.handler?(.connected(Link("a", "Mara's iPhone")))
            expect(
                ear.heard,
                is: [
                    "iPhone connected", "iPhone disconnected", "iPhone is Mara's iPhone (a)",
                    "Mara's iPhone connected",
                ])
            bridge.stop()
        }
    }

    @Test func `a phone that is forgotten leaves the status`() async {
        await LoopThread.run {
            let (hand, ear) = (Hand(), Ear())
            let bridge = Bridge(radio: hand, outlets: [ear], pace: Pace())
            bridge.start {}
            let links = [Link("a", "iPhone"), Link("b", "Ann's")]
            for link in links { hand.handler?(.connected(link)) }
            hand.handler?(.forgotten(bond: "a"))
            #expect(links[0].isClosed)
            expect(ear.heard.last, is: "iPhone disconnected")
            expect(bridge.status.phones.map(\.name), is: ["Ann's"])
            bridge.stop()
        }
    }
}
