import Expecting
import Features
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

/// What was found of every service that is needed outlives the program.
struct FurtherPlacesTests {
    /// What a short number stands for.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
    private static let battery = ServiceID(0x180F << 96 | base)
    private static let level = CharacteristicID(0x2A19 << 96 | base, of: battery)
    private static let needs = [
        ServiceNeed.notifications, ServiceNeed(battery, requiring: [level]),
    ]

    /// The battery service at 0x0005, before that of notifications, as iPhones have it.
    @LoopActor private static var answers: [String: String] {
        FakePhone.iPhone.merging([
            "060100FFFF00280F18": "07 0500 0800", "08050008000328": "09 07 0600 12 0700 192A",
            "0408000800": "05 01 0800 0229", "0A0700": "0B 4D",
        ]) { $1 }
    }

    @Test func `a phone with two needs is found again after a restart without a search`()
        async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start(needs: Self.needs)
            let first = FakePhone(security: Sample.authenticated, answers: Self.answers)
            #expect(await bench.connect(first))
            await bench.pass(.seconds(1))
            bench.visits.last?.link.write([0])
            await bench.pass(.seconds(1))
            #expect(bench.visits.last?.events.contains(.appeared(Self.battery)) == true)
            #expect(first.searches > 0)
            bench.kernel.disconnect(first)
            await bench.stop()
            await bench.start(needs: Self.needs)
            let second = FakePhone(security: Sample.authenticated, answers: Self.answers)
            #expect(await bench.connect(second))
            await bench.pass(.seconds(1))
            let visit = try #require(bench.visits.last)
            expect(visit.events, is: [.available, .appeared(Self.battery)])
            visit.link.read(Self.level)
            await bench.pass(.seconds(1))
            expect(visit.events.last, is: .read(Self.level, .success([77])))
            expect(second.searches, is: 0)
        }
    }

    @Test func `a further service comes later and goes alone`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            bench.opensLinks = false
            await bench.start(needs: Self.needs)
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            await bench.pass(.seconds(1))
            let link = try #require(bench.visits.first).link
            let contract = LinkContract(link) { await bench.pass(.seconds(1)) }
            await contract.open()
            link.write([0])
            await bench.pass(.seconds(1))
            #expect(contract.events.contains(.vanished(Self.battery)))
            await contract.follow(Self.level) {
                phone.answers = Self.answers
                phone.send(Self.changed)
            } vanish: {
                phone.answers = FakePhone.iPhone
                phone.send(Self.changed)
            }
            await contract.close()
            expect(contract.problems, is: [])
            #expect(!contract.events.contains(.unavailable))
        }
    }

    /// Service Changed, of the handles of the battery service.
    private static let changed = "1D 0300 0500 0800"
}
