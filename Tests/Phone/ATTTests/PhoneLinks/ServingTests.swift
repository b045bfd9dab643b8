import ANCS
import ATT
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

struct ServingTests {
    private static let server = GATTServer(
        HostServices(
            name: "callboard", appearance: Keyboard.appearance,
            others: [.deviceInformation, .keyboard(.keyboard)]
        ).services)

    @LoopActor
    private static func served(
        answers: [String: String] = LinkBench.iPhone,
        options: GATTClientOptions = GATTClientOptions()
    ) throws -> LinkBench {
        let bench = try LinkBench(answers: answers, server: server, options: options)
        bench.link?.serve()
        return bench
    }

    /// Whether the link asks nothing for a while.
    @LoopActor
    private static func asksNothing(_ bench: LinkBench) async -> Bool {
        bench.answers = [:]
        let count = bench.received.count
        let isQuiet = await bench.reportsNothing() && bench.received.count == count
        bench.answers = LinkBench.iPhone
        return isQuiet
    }

    @Test func `a phone is answered at once, and asked when the link has begun`()
        async throws
    {
        try await LoopThread.run {
            let bench = try Self.served()
            await expect(bench.asks("0A 0300"), is: "0B63616C6C626F617264")
            #expect(await Self.asksNothing(bench))
            bench.open()
            #expect(await Self.asksNothing(bench))
            await expect(bench.asks("0A 0500"), is: "0BC103")
            bench.link?.begin()
            #expect(await bench.answers(until: 1))
            expect(bench.events, is: [.available])
            await expect(bench.asks("0A 0700"), is: "0B01")
        }
    }

    @Test func `what was found before the link is opened is told when it is`() async throws {
        try await LoopThread.run {
            let bench = try Self.served()
            bench.link?.begin()
            expect(
                await eventually {
                    bench.answer()
                    return bench.answered.contains("0418001800")
                })
            #expect(await bench.reportsNothing())
            bench.open()
            #expect(await bench.answers(until: 1))
            expect(bench.events, is: [.available])
            bench.link?.begin()
            bench.link?.serve()
            #expect(await bench.reportsNothing())
        }
    }

    @Test func `a service that comes and goes before that is told as it is then`() async throws {
        try await LoopThread.run {
            let bench = try Self.served()
            bench.link?.begin()
            for _ in 0..<20 {
                let count = bench.answered.count
                expect(
                    await eventually {
                        bench.answer()
                        return bench.answered.dropFirst(count).contains("0418001800")
                    })
                bench.send("1D 0300 1000 1800")
            }
            #expect(await bench.reportsNothing())
            bench.open()
            #expect(await bench.answers(until: 1))
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.available])
        }
    }

    @Test func `what is hidden is seen once the link is secure`() async throws {
        try await LoopThread.run {
            let bench = try Self.served()
            let services = await bench.asks("10 1000 FFFF 0028")
            expect(services, is: "110610001200" + "0A18" + "13001F001218")
            let map = "08 0100 FFFF 4B2A"
            let refused = try #require(await bench.asks(map))
            #expect(refused.hasPrefix("0108") && refused.hasSuffix("05"))
            bench.link?.isSecure = true
            let read = try #require(await bench.asks(map))
            #expect(read.hasPrefix("09") && read.contains("05010906A101"))
            bench.link?.isSecure = false
            await expect(bench.asks(map), is: refused)
        }
    }

    @Test func `a guest that has paired is the phone that it is`() async throws {
        try await LoopThread.run {
            let bench = try Self.served()
            let phone = PhoneIdentity(bond: "CC:DD", name: "Mara's iPhone")
            bench.link?.isNow(phone)
            expect(bench.link?.phone, is: phone)
            bench.link?.begin()
            bench.open()
            bench.link?.isNow(PhoneIdentity(bond: "EE:FF", name: "Another"))
            expect(bench.link?.phone, is: phone)
        }
    }

    @Test func `calls before the beginning are answered`() async throws {
        try await LoopThread.run {
            let bench = try Self.served()
            bench.open()
            bench.link?.subscribe(to: .dataSource)
            bench.link?.write([0])
            #expect(await bench.answers(until: 2))
            let notFound = ATTPhoneLinkTests.notFound
            expect(bench.events, is: [.refused(.dataSource, notFound), .written(notFound)])
        }
    }

    @Test func `services are learned, and known the next time`() async throws {
        try await LoopThread.run {
            let first = try Self.served(options: GATTClientOptions(remembersServices: true))
            first.open()
            first.link?.begin()
            #expect(await first.answers(until: 1))
            let known = try #require(first.learned.first ?? nil)
            #expect(first.learned.count == 1 && known.tellsOfChanges)

            // A phone that answers nothing but the MTU, what is where, and the subscriptions.
            let needed = ["020502", "08010004000328", "08100018000328", "1213000100"]
            let answers = LinkBench.iPhone.filter { needed.contains($0.key) }
            let second = try Self.served(
                answers: answers, options: GATTClientOptions(remembersServices: true))
            second.open()
            second.link?.remember(known)
            second.link?.begin()
            #expect(await second.answers(until: 1))
            second.link?.subscribe(to: .notificationSource)
            #expect(await second.answers(until: 2))
            expect(second.events, is: [.available, .subscribed(.notificationSource)])
            #expect(second.learned.isEmpty)
        }
    }

    @Test func `stale knowledge is dropped, and the phone searched`() async throws {
        try await LoopThread.run {
            let first = try Self.served(options: GATTClientOptions(remembersServices: true))
            first.open()
            first.link?.begin()
            #expect(await first.answers(until: 1))
            let known = try #require(first.learned.first ?? nil)

            let options = GATTClientOptions(known: known, remembersServices: true)
            let bench = try Self.served(options: options)
            bench.answers["1213000100"] = "01 12 1300 01"
            bench.open()
            bench.link?.begin()
            #expect(await bench.answers(until: 1))
            bench.link?.subscribe(to: .notificationSource)
            #expect(await bench.answers(until: 4))
            let notFound = ATTPhoneLinkTests.notFound
            expect(
                bench.events,
                is: [
                    .available, .refused(.notificationSource, notFound), .unavailable, .available,
                ])
            expect(bench.learned, is: [nil, known])
        }
    }

    @Test func `the phone's name is told before anybody has opened its link`() async throws {
        try await LoopThread.run {
            let bench = try Self.served(options: GATTClientOptions(asksName: true))
            bench.answers["080100FFFF002A"] = "09 06 0300 4D617261"
            bench.link?.begin()
            expect(
                await eventually {
                    bench.answer()
                    return bench.names == ["Mara"]
                })
        }
    }
}
