import Expecting
import Linux
import Support
import Testing
import Waiting

/// The event loop on a thread of its own, with real descriptors and real time.
struct EventLoopTests {
    init() {
        LoopThread.start()
    }

    @Test func `timers fire in the order of their deadlines, not earlier`() async {
        // Where setting them takes long the first may be due before the others: then it tells nothing.
        for _ in 0..<Patience.seconds {
            let (order, setting, elapsed) = await Self.fire([30, 10, 20])
            expect(elapsed >= .milliseconds(30), "\(elapsed)")
            if setting < .milliseconds(10) { return expect(order, is: [10, 20, 30]) }
        }
        Issue.record("three timers were never set within 10 ms")
    }

    @Test func `timers of one deadline fire in the order in which they were set`() async {
        let (order, _, _) = await Self.fire([0, 0, 0, 0])
        expect(order, is: [0, 0, 0, 0])
    }

    @LoopActor
    private static func fire(_ delays: [Int]) async -> ([Int], setting: Duration, Duration) {
        let start = EventLoop.now
        var order: [Int] = []
        var setting = Duration.zero
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            for delay in delays {
                EventLoop.shared.after(.milliseconds(delay)) {
                    order.append(delay)
                    if order.count == delays.count { done.resume() }
                }
            }
            setting = EventLoop.now - start
        }
        return (order, setting, EventLoop.now - start)
    }

    @Test @LoopActor func `a cancelled timer does not fire`() async {
        var fired: [String] = []
        let cancelled = EventLoop.shared.after(.milliseconds(5)) { fired.append("cancelled") }
        EventLoop.shared.cancel(cancelled)
        // This one is due after it would have been.
        await pause(.milliseconds(5))
        EventLoop.shared.cancel(cancelled)
        #expect(fired.isEmpty)
    }

    @Test @LoopActor func `thousands of timers set and cancelled leave nothing behind`() async {
        var fired = 0
        for _ in 0..<20_000 {
            EventLoop.shared.cancel(EventLoop.shared.after(.seconds(3600)) { fired += 1 })
        }
        await pause(.zero)
        expect(fired, is: 0)
    }

    @Test @LoopActor func `a watcher hears of packets and of the other side's end`() async throws {
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        var received: [ReceivedPacket] = []
        var watch: EventLoop.WatchID?
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            do {
                watch = try EventLoop.shared.watch(near.rawValue, for: .readable) { _ in
                    while let packet = try? near.receivePacket(upTo: 4) {
                        received.append(packet)
                        if packet == .closed { break }
                    }
                    guard received.last == .closed, let ended = watch else { return }
                    EventLoop.shared.unwatch(ended)
                    done.resume()
                }
                try far?.sendPacket([1, 2, 3])
                try far?.sendPacket([1, 2, 3, 4, 5])
                try far?.sendPacket([4])
                far = nil
            } catch {
                done.resume(throwing: error)
            }
        }
        expect(received, is: [.packet([1, 2, 3]), .tooLong(5), .packet([4]), .closed])
    }

    @Test @LoopActor func `an ended watch is silent, also for what is ready already`() async throws
    {
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        var calls = 0
        let watch = try EventLoop.shared.watch(near.rawValue, for: [.readable]) { _ in calls += 1 }
        try far?.sendPacket([1])
        EventLoop.shared.unwatch(watch)
        EventLoop.shared.unwatch(watch)
        await turn()
        expect(calls, is: 0)
    }

    @Test @LoopActor func `a socket that is full says so and has room again later`() async throws {
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        var sent = 0
        #expect(throws: Errno.wouldBlock) {
            while true {
                try near.sendPacket([UInt8](repeating: 0, count: 200))
                sent += 1
            }
        }
        #expect(sent > 100)
        for _ in 0..<sent { _ = try far?.receivePacket(upTo: 512) }
        try near.sendPacket([1])
    }

    @Test @LoopActor func `a descriptor that is not open cannot be watched`() {
        #expect(throws: Errno.badFileDescriptor) {
            _ = try EventLoop.shared.watch(1_000_000, for: .readable) { _ in }
        }
    }

    @Test @LoopActor func `a faster clock keeps its own time`() async {
        let real = EventLoop.now
        let pace = Pace(speed: 100)
        let start = pace.now
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            pace.after(.seconds(2)) { done.resume() }
        }
        #expect(pace.now - start >= .seconds(2))
        #expect(EventLoop.now - real >= .milliseconds(20))
    }

    @Test @LoopActor func `a clock that is led stands still until it is, and keeps the order`()
        async
    {
        let pace = Pace.led()
        let start = pace.now
        var fired: [String] = []
        pace.after(.seconds(2)) { fired.append("two") }
        pace.after(.seconds(1)) {
            fired.append("one at \(pace.now - start)")
            pace.after(.seconds(1)) { fired.append("another") }
            pace.after(.seconds(9)) { fired.append("later") }
        }
        pace.cancel(pace.after(.seconds(1)) { fired.append("cancelled") })
        await turn()
        expect(fired, is: [])
        pace.pass(.seconds(5))
        expect(fired, is: ["one at 1.0 seconds", "two", "another"])
        expect(pace.now - start, is: .seconds(5))
        Pace().pass(.seconds(5))
    }

    @Test @LoopActor func `a clock that leaps passes hours at once, in order, and packets first`()
        async throws
    {
        let pace = Pace.leaping()
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        var order: [String] = []
        let watch = try EventLoop.shared.watch(near.rawValue, for: .readable) { _ in
            _ = try? near.receivePacket(upTo: 8)
            order.append("packet")
        }
        let start = pace.now
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            pace.after(.seconds(7200)) { done.resume() }
            pace.after(.seconds(1)) {
                order.append("one")
                try? far?.sendPacket([1])
            }
            pace.after(.seconds(2)) { order.append("two") }
            pace.cancel(pace.after(.seconds(3)) { order.append("cancelled") })
        }
        EventLoop.shared.unwatch(watch)
        expect(order, is: ["one", "packet", "two"])
        expect(pace.now - start, is: .seconds(7200))
    }
}
