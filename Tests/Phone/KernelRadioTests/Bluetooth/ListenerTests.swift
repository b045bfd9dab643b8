import Expecting
import Linux
import Support
import Testing

@testable import KernelRadio

/// A listener whose connections are what the test says; its socket is always ready.
@LoopActor
private final class ListenerBench: ATTListenerOwner {
    enum Next {
        case link
        case error(Errno)
    }

    let listener: ATTListener
    private(set) var attempts = 0
    var script: [Next] = []
    private(set) var peers: [PeerAddress] = []
    private(set) var troubles: [Errno] = []
    private var farEnd: FileDescriptor?
    private let source: Source

    /// Where the listener takes its connections from.
    @LoopActor
    private final class Source {
        weak var bench: ListenerBench?
    }

    init(pace: Pace) throws {
        let source = Source()
        self.source = source
        var farEnd: FileDescriptor?
        let socket = try FileDescriptor.packetSocket(connectedTo: &farEnd)
        try farEnd?.sendPacket([1])
        self.farEnd = consume farEnd
        listener = ATTListener(owning: socket, pace: pace) { (_) throws(Errno) in
            try source.bench?.next()
        }
        source.bench = self
    }

    func start() throws {
        try listener.start(for: self)
    }

    func receive(_ link: consuming AcceptedLink) { peers.append(link.peer) }

    func hasTrouble(_ error: Errno) { troubles.append(error) }

    private func next() throws(Errno) -> AcceptedLink? {
        attempts += 1
        guard !script.isEmpty else { return nil }
        switch script.removeFirst() {
        case .error(let error): throw error
        case .link:
            var other: FileDescriptor?
            let socket = try FileDescriptor.packetSocket(connectedTo: &other)
            return AcceptedLink(socket: socket, peer: KernelSample.peer)
        }
    }
}

struct ListenerTests {
    @Test func `every connection is handed over`() async throws {
        try await LoopThread.run {
            let bench = try ListenerBench(pace: Pace())
            bench.script = [.link, .link, .error(.connectionAborted), .link]
            try bench.start()
            expect(await eventually { bench.peers.count == 3 })
            #expect(bench.peers.allSatisfy { $0 == KernelSample.peer })
            #expect(bench.troubles.isEmpty)
            bench.listener.stop()
        }
    }

    @Test func `a machine without room is tried again, ever more rarely`() async throws {
        try await LoopThread.run {
            let pace = Pace.leaping()
            let bench = try ListenerBench(pace: pace)
            bench.script =
                [ListenerBench.Next](repeating: .error(.tooManyFiles), count: 8) + [.link]
            let start = pace.now
            try bench.start()
            expect(await eventually { bench.peers.count == 1 })
            bench.listener.stop()
            expect(bench.troubles, is: [.tooManyFiles], "told once")
            // 0.1 + 0.2 + 0.4 + 0.8 + 1.6 + 3.2 + 6.4 + 10 s.
            expect(pace.now - start, is: .milliseconds(22_700))
        }
    }

    @Test func `trouble is told again once it had ended`() async throws {
        try await LoopThread.run {
            let bench = try ListenerBench(pace: .leaping())
            bench.script = [
                .error(.tooManyFiles), .link, .error(.noDevice), .error(.noDevice), .link,
            ]
            try bench.start()
            expect(await eventually { bench.peers.count == 2 })
            bench.listener.stop()
            expect(bench.troubles, is: [.tooManyFiles, .noDevice])
        }
    }

    @Test func `nothing is taken after the end`() async throws {
        try await LoopThread.run {
            let bench = try ListenerBench(pace: Pace())
            try bench.start()
            expect(await eventually { bench.attempts > 0 })
            bench.listener.stop()
            let attempts = bench.attempts
            bench.script = [.link]
            await pause()
            expect(bench.attempts, is: attempts)
            #expect(bench.peers.isEmpty)
            try bench.start()
            expect(await eventually { bench.peers.count == 1 })
            bench.listener.stop()
        }
    }

    @Test func `nothing is tried while it waits and is stopped`() async throws {
        try await LoopThread.run {
            let pace = Pace.led()
            let bench = try ListenerBench(pace: pace)
            bench.script = [.error(.tooManyFiles)]
            try bench.start()
            expect(await eventually { !bench.troubles.isEmpty })
            bench.listener.stop()
            pace.pass(.seconds(60))
            await turn()
            expect(bench.attempts, is: 1)
        }
    }
}
