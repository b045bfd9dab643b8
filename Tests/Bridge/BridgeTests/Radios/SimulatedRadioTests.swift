import ANCS
import Bridge
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

struct SimulatedRadioTests {
    @Test func `the phone of the demo is secured, available, and announces`() async throws {
        try await LoopThread.run {
            let host = try TestHost("demo")
            host.start()
            #expect(host.visits.isEmpty)
            expect(
                await eventually {
                    host.hasFinished && host.visits.contains { $0.writtenCount > 5 }
                })
            let visit = try #require(host.visits.first)
            expect(host.visits.count, is: 1)
            expect(visit.events.prefix(2), is: [.available, .subscribed(.dataSource)])
            // Notifications may come ahead of the answer to their own subscription.
            #expect(visit.events.contains(.subscribed(.notificationSource)))
            #expect(visit.announced.contains { $0.category == .incomingCall })
            host.stop()
        }
    }

    @Test func `two phones come as two links with their own names`() async throws {
        try await LoopThread.run {
            let host = try TestHost("two-phones")
            host.start()
            expect(await eventually { host.visits.count { !$0.announced.isEmpty } == 2 })
            expect(
                host.visits.map(\.link.phone),
                is: [
                    PhoneIdentity(bond: "mara", name: "Mara's iPhone"),
                    PhoneIdentity(bond: "theo", name: "Theo's iPad"),
                ])
            host.stop()
        }
    }

    @Test func `a phone that comes back has a new link and the same bond`() async throws {
        try await LoopThread.run {
            let host = try TestHost("reconnect")
            host.start()
            // The last visit lasts beyond the end of the scenario.
            expect(
                await eventually {
                    host.visits.count > 1 && host.visits.last?.events.first == .available
                })
            expect(Set(host.visits.map(\.link.phone.bond)).count, is: 1)
            for visit in host.visits.dropLast() { expect(visit.events.last, is: .closed(.lost)) }
            host.stop()
        }
    }

    @Test func `a phone that misbehaves in every way ends each link once`() async throws {
        try await LoopThread.run {
            let host = try TestHost("bad-phone")
            host.start()
            expect(
                await eventually {
                    host.hasFinished && host.visits.map(\.announced.count).reduce(0, +) > 10
                })
            for visit in host.visits {
                let ends = visit.events.indices.filter { index in
                    if case .closed = visit.events[index] { true } else { false }
                }
                #expect(ends.isEmpty || ends == [visit.events.count - 1])
            }
            host.stop()
        }
    }

    @Test func `a scenario that is repeated goes on with the phones that are there`() async throws {
        try await LoopThread.run {
            let host = try TestHost("demo", mark: " (simulated)", pause: .seconds(60))
            host.start()
            let isAgain = await eventually {
                host.visits.first.map { visit in
                    visit.announced.count { $0.event == .added && $0.category == .incomingCall } > 2
                } ?? false
            }
            #expect(isAgain)
            expect(host.visits.map(\.link.phone.name), is: ["Mara's iPhone (simulated)"])
            // What was there at first, and stayed, is not announced again.
            let visit = try #require(host.visits.first)
            expect(visit.announced.count { $0.flags.contains(.preExisting) }, is: 3)
            host.stop()
        }
    }

    @Test func `stopping closes every link and reports no end of the scenario`() async throws {
        try await LoopThread.run {
            let host = try TestHost("demo")
            host.onVisit = { host in
                host.stop()
                host.stop()
            }
            host.start()
            expect(await eventually { host.visits.map(\.events) == [[.closed(.closed)]] })
            // One that begins now comes to its end, for its clock leaps: the other would have been there before.
            let later = try TestHost("demo")
            later.start()
            expect(await eventually { later.hasFinished })
            later.stop()
            #expect(!host.hasFinished)
            expect(host.visits.map(\.events), is: [[.closed(.closed)]])
        }
    }
}
