import ANCS
import ATT
import Expecting
import Features
import LinkSupport
import Linux
import Radio
import Support
import Testing

struct ATTPhoneLinkTests {
    static let notFound = AttributeError(rawValue: 0x0A)

    @Test func `a link keeps what every link keeps`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            let contract = LinkContract(try #require(bench.link)) {
                _ = await bench.reportsNothing()
            }
            await contract.open()
            expect(contract.events, is: [.available])
            await contract.askForWhatIsNotThere()
            await contract.close()
            expect(contract.problems, is: [])
            expect(contract.events.last, is: .closed(.closed))
        }
    }

    @Test func `a further service comes later and goes alone`() async throws {
        let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
        let battery = ServiceID(0x180F << 96 | base)
        let level = CharacteristicID(0x2A19 << 96 | base, of: battery)
        try await LoopThread.run {
            let need = ServiceNeed(battery, requiring: [level])
            let bench = try LinkBench(needs: [.notifications, need])
            bench.answers["12150000"] = "13"
            let link = try #require(bench.link)
            let contract = LinkContract(link) { _ = await bench.reportsNothing() }
            await contract.open()
            link.write([0])
            _ = await bench.reportsNothing()
            expect(contract.events, is: [.available, .written(nil), .vanished(battery)])
            let offered = [
                "060100FFFF00280F18": "07 3000 3300", "08300033000328": "09 07 3100 12 3200 192A",
                "0433003300": "05 01 3300 0229", "0A3200": "0B 4D",
            ]
            await contract.follow(level) {
                bench.answers.merge(offered) { $1 }
                bench.send("1D 0300 3000 3300")
            } vanish: {
                for question in offered.keys { bench.answers[question] = nil }
                bench.send("1D 0300 3000 3300")
            }
            await contract.close()
            expect(contract.problems, is: [])
            #expect(!contract.events.contains(.unavailable))
        }
    }

    @Test func `an iPhone is available, subscribed to, and written`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.answers["12150000"] = "13"
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.subscribe(to: .dataSource)
            bench.link?.subscribe(to: .notificationSource)
            bench.link?.write([0])
            #expect(await bench.answers(until: 4))
            bench.send("1B 1200 0010040937000000")
            bench.send("1B 1700 00")
            #expect(await bench.answers(until: 6))
            bench.link?.unsubscribe(from: .notificationSource)
            #expect(await bench.answers(until: 7))
            bench.send("1B 1200 0010040937000000")
            #expect(await bench.reportsNothing())
            expect(
                bench.events,
                is: [
                    .available, .subscribed(.dataSource), .subscribed(.notificationSource),
                    .written(nil),
                    .value(.notificationSource, LinkBench.bytes("0010040937000000")),
                    .value(.dataSource, [0]), .unsubscribed(.notificationSource),
                ])
        }
    }

    @Test(arguments: Characteristic.allCases)
    func `a phone that lacks a characteristic is never available`(
        missing: Characteristic
    ) async throws {
        try await LoopThread.run {
            let bench = try LinkBench(answers: LinkBench.fake(without: missing))
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.subscribe(to: .controlPoint)
            #expect(await bench.answers(until: 2))
            expect(bench.events, is: [.unavailable, .refused(.controlPoint, Self.notFound)])
        }
    }

    @Test(arguments: [0x03, 0x05, 0x0F, 0xA2, 0x80] as [UInt8])
    func `a refusal is told with its code`(code: UInt8) async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.answers["1213000100"] = "01 12 1300" + LinkBench.digits([code])
            bench.answers["12150000"] = "01 12 1500" + LinkBench.digits([code])
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.subscribe(to: .notificationSource)
            bench.link?.write([0])
            #expect(await bench.answers(until: 3))
            let error = AttributeError(rawValue: code)
            expect(
                bench.events,
                is: [
                    .available, .refused(.notificationSource, error), .written(error),
                ])
        }
    }

    @Test func `calls before the phone offers the service are answered, but not at once`()
        async throws
    {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            bench.link?.subscribe(to: .dataSource)
            bench.link?.unsubscribe(from: .notificationSource)
            bench.link?.write([0])
            expect(bench.events, is: [])
            #expect(await bench.answers(until: 4))
            expect(
                bench.events,
                is: [
                    .refused(.dataSource, Self.notFound), .unsubscribed(.notificationSource),
                    .written(Self.notFound), .available,
                ])
        }
    }

    @Test func `one write too many is refused and none is lost`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.answers["12150000"] = "13"
            bench.open()
            #expect(await bench.answers(until: 1))
            for _ in 0..<20 { bench.link?.write([0]) }
            #expect(await bench.answers(until: 21))
            expect(bench.events.filter { $0 == .written(nil) }.count, is: 17)
            expect(bench.events.filter { $0 == .written(.unlikelyError) }.count, is: 3)
        }
    }

    @Test func `a service that changes is unavailable, all calls answered, and comes back`()
        async throws
    {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.write([9])
            bench.link?.subscribe(to: .dataSource)
            bench.answers[LinkBench.search] = nil
            bench.send("1D 0300 1000 1800")
            #expect(await bench.answers(until: 4))
            bench.send("13")
            #expect(await bench.reportsNothing())
            bench.answers[LinkBench.search] = "07 1000 1800"
            bench.send("1D 0300 1000 1800")
            #expect(await bench.answers(until: 5))
            expect(
                bench.events,
                is: [
                    .available, .written(Self.notFound), .refused(.dataSource, Self.notFound),
                    .unavailable, .available,
                ])
        }
    }

    @Test(arguments: [
        ("01 12 1500", LinkEnd.violation("PDU 0x01 ends too early")),
        ("17", .violation("response 0x17 to request 0x12")),
    ])
    func `a phone that breaks the rules is let go`(pdu: String, end: LinkEnd) async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.write([9])
            bench.send(pdu)
            #expect(await bench.answers(until: 2))
            bench.link?.write([9])
            bench.link?.close(because: .stopping)
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.available, .closed(end)])
        }
    }

    @Test func `a phone that goes is lost, once`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.hangUp()
            #expect(await bench.answers(until: 2))
            bench.link?.close(because: .stopping)
            bench.link?.subscribe(to: .dataSource)
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.available, .closed(.lost)])
        }
    }

    @Test func `a phone that does not answer is unresponsive`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench(answers: [:], pace: Pace(speed: 300))
            bench.open()
            #expect(await bench.answers(until: 1))
            expect(bench.events, is: [.closed(.unresponsive)])
        }
    }

    @Test func `closing is told once and is the last that is told`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.link?.write([9])
            bench.link?.close(because: .stopping)
            bench.link?.close(because: .stopping)
            expect(bench.events, is: [.available])
            #expect(await bench.answers(until: 2))
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.available, .closed(.closed)])
        }
    }

    @Test func `a link closed before it was opened says so when it is`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.link?.write([0])
            bench.link?.close(because: .stopping)
            await turn()
            bench.open()
            #expect(await bench.answers(until: 1))
            #expect(await bench.reportsNothing())
            expect(bench.events, is: [.closed(.closed)])
        }
    }

    @Test func `an owner may call from within a report and is answered after it`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            var depth = 0
            bench.onEvent = { event in
                depth += 1
                expect(depth, is: 1)
                switch event {
                case .available:
                    for _ in 0..<18 { bench.link?.subscribe(to: .controlPoint) }
                case .refused where bench.events.count == 19:
                    bench.link?.close(because: .stopping)
                default: break
                }
                depth -= 1
            }
            bench.open()
            #expect(await bench.answers(until: 20))
            expect(bench.events.last, is: .closed(.closed))
            bench.onEvent = { _ in }
        }
    }

    @Test func `a forgotten link reports nothing`() async throws {
        try await LoopThread.run {
            let bench = try LinkBench()
            bench.open()
            #expect(await bench.answers(until: 1))
            bench.dropLink()
            bench.send("1D 0300 1000 1800")
            #expect(await bench.reportsNothing())
        }
    }
}
