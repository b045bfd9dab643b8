import Expecting
import Linux
import Support
import Testing

@testable import ATT
@testable import FuzzTargets

struct ATTChannelTests {
    @Test(arguments: [23, 185, 517])
    func `a service is found, subscribed to and written over a real socket`(mtu: Int) async throws {
        try await LoopThread.run {
            let bench = try ChannelBench(mtu: mtu)
            #expect(await bench.ready())
            bench.perform(.subscribe(TestService.source), as: 1)
            bench.perform(.write([7], to: TestService.control), as: 2)
            expect(
                await eventually {
                    bench.answer()
                    return bench.events.count == 3
                })
            bench.send(hex("1B 1200 00 10 04 09 37000000"))
            expect(await eventually { bench.events.count == 4 })
            expect(
                bench.events.dropFirst(),
                is: [
                    .completed(1, .succeeded), .completed(2, .succeeded),
                    .value(TestService.source, hex("00 10 04 09 37000000")),
                ])
            bench.channel?.close()
        }
    }

    @Test func `what the phone sent before it closed is delivered first`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            bench.perform(.subscribe(TestService.source), as: 1)
            bench.send(hex("13"))
            for number in 0..<100 { bench.send(hex("1B 1200") + [UInt8(number)]) }
            bench.hangUp()
            expect(await eventually { bench.events.count == 103 })
            expect(bench.events.last, is: .ended(.lost))
            expect(
                bench.events.dropFirst(2).dropLast(),
                is: ArraySlice((0..<100).map { .value(TestService.source, [UInt8($0)]) }))
        }
    }

    @Test func `a phone that closed without reading has its values delivered`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            bench.perform(.subscribe(TestService.source), as: 1)
            bench.send(hex("1B 1200 07"))
            bench.hangUp()
            expect(await eventually { bench.events.last == .ended(.lost) })
            expect(bench.events.dropFirst().first, is: .value(TestService.source, [7]))
        }
    }

    @Test func `sending to a phone that has closed delivers what it sent first`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            bench.perform(.subscribe(TestService.source), as: 1)
            bench.send(hex("13"))
            bench.send(hex("1D 1200 01"))
            bench.send(hex("1B 1200 02"))
            bench.hangUp()
            expect(await eventually { bench.events.last == .ended(.lost) })
            expect(
                bench.events.dropFirst(),
                is: [
                    .completed(1, .succeeded), .value(TestService.source, [1]),
                    .value(TestService.source, [2]), .ended(.lost),
                ])
        }
    }

    @Test func `a phone that was never there is lost`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            bench.hangUp()
            bench.open()
            expect(await eventually { bench.events == [.ended(.lost)] })
        }
    }

    @Test(arguments: [518, 600, 5000])
    func `a packet longer than any MTU ends the bearer`(length: Int) async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            bench.send([0x1B] + [UInt8](repeating: 0, count: length - 1))
            expect(
                await eventually {
                    bench.events.last == .ended(.violated(.tooLong(length: length, mtu: 185)))
                })
            #expect(bench.isHungUp)
        }
    }

    @Test func `a phone that does not take anything is let go`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            // Requests that each ask for a response, which the phone then leaves in the socket.
            expect(
                await eventually {
                    bench.send(hex("0A 0100"))
                    return bench.events.count > 1
                })
            expect(bench.events.last, is: .ended(.congested))
            #expect(bench.isHungUp)
        }
    }

    @Test func `what did not fit is sent in order once there is room`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            // So many that some wait in the channel, and not so many that it gives up.
            var asked = 0
            expect(
                await eventually {
                    if bench.channel?.unsentCount != 0 { return true }
                    bench.send([0x0A, UInt8(truncatingIfNeeded: asked), 0])
                    asked += 1
                    return false
                })
            for opcode: UInt8 in [0x0C, 0x0E, 0x10] { bench.send([opcode, 0, 0]) }
            // Several of the first ones may wait; all have come once nothing changes any more.
            var (unsent, looks) = (0, 0)
            expect(
                await eventually {
                    let now = bench.channel?.unsentCount ?? 0
                    (unsent, looks) = (now, now == unsent ? looks + 1 : 0)
                    return unsent >= 4 && looks > 50
                })
            // There is room now, but others wait already.
            bench.collect()
            bench.perform(.write([7], to: TestService.control), as: 1)
            expect(
                await eventually {
                    bench.collect()
                    return bench.sent.count == asked + 4
                })
            #expect(bench.sent.prefix(asked).allSatisfy { $0 == hex("01 0A 0000 06") })
            expect(
                bench.sent.suffix(4),
                is: [
                    hex("01 0C 0000 06"), hex("01 0E 0000 06"), hex("01 10 0000 06"),
                    hex("12 1500 07"),
                ])
            bench.send(hex("13"))
            expect(await eventually { bench.events.last == .completed(1, .succeeded) })
        }
    }

    @Test func `a silent phone is given up after ten seconds of the pace`() async throws {
        try await LoopThread.run {
            // Before there is the clock: its time goes on with the loop's idleness alone.
            let start = EventLoop.now
            let bench = try ChannelBench(pace: Pace(speed: 100))
            bench.open()
            expect(
                await eventually { bench.events == [.ended(.timedOut(.exchangeMTURequest))] })
            #expect(EventLoop.now - start >= .milliseconds(100))
            #expect(bench.isHungUp)
        }
    }

    @Test func `closing ends operations, then the bearer, and only once`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            bench.perform(.write([7], to: TestService.control), as: 1)
            bench.channel?.close()
            bench.channel?.close()
            bench.perform(.write([7], to: TestService.control), as: 2)
            bench.send(hex("13"))
            await pause()
            expect(
                bench.events.dropFirst(),
                is: [
                    .completed(1, .failed(.bearerEnded)), .ended(.closed),
                ])
            #expect(bench.isHungUp)
        }
    }

    @Test func `a handler may call the channel, and close it`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            bench.onEvent = { channel, event in
                switch event {
                case .serviceFound:
                    channel.perform(.subscribe(UUID(short: 0)), as: OperationID(rawValue: 1))
                    channel.perform(.write([7], to: TestService.control), as: .init(rawValue: 2))
                case .completed(OperationID(rawValue: 1), _):
                    channel.close()
                default: break
                }
            }
            bench.open()
            expect(
                await eventually {
                    bench.answer()
                    return bench.events.count == 4
                })
            expect(
                bench.events,
                is: [
                    .serviceFound(TestService.found), .completed(1, .failed(.notOffered)),
                    .completed(2, .failed(.bearerEnded)), .ended(.closed),
                ])
        }
    }

    @Test func `a forgotten channel closes its socket`() async throws {
        try await LoopThread.run {
            let bench = try ChannelBench()
            #expect(await bench.ready())
            bench.dropChannel()
            expect(await eventually { bench.isHungUp })
            expect(bench.events.count, is: 1)
        }
    }
}
