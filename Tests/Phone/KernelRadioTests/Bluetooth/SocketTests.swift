import Expecting
import Linux
import Support
import Testing

@testable import KernelRadio

/// A management socket whose kernel is the test.
@LoopActor
private final class SocketBench {
    enum Seen: Equatable {
        case event(ControllerIndex, ManagementEvent)
        case done(String, Result<[UInt8], ManagementFailure>)
        case lost(Errno)
    }

    let pace: Pace
    private(set) var socket: ManagementSocket?
    private let kernel = Kernel()
    var seen: [Seen] = []
    /// Called with everything that is seen.
    var react: (@LoopActor (Seen) -> Void)?

    /// The other end of the socket.
    @LoopActor
    private final class Kernel {
        var end: FileDescriptor?
    }

    /// - Parameter pace: by default a clock so slow that no time limit passes while the test waits for a processor.
    init(pace: Pace = Pace(speed: 0.001)) {
        self.pace = pace
        socket = ManagementSocket(pace: pace) { [kernel] () throws(Errno) in
            try FileDescriptor.packetSocket(connectedTo: &kernel.end)
        }
    }

    func open() throws {
        try socket?.open { [weak self] in
            self?.see(.event($0, $1))
        } lost: { [weak self] in
            self?.see(.lost($0))
        }
    }

    func send(_ command: ManagementCommand, as name: String) {
        socket?.send(command, to: ControllerIndex(rawValue: 0)) { [weak self] in
            self?.see(.done(name, $0))
        }
    }

    private func see(_ one: Seen) {
        seen.append(one)
        react?(one)
    }

    func letGo() {
        socket = nil
    }

    func endKernel() {
        kernel.end = nil
    }

    /// The commands that the kernel was given and nobody has read yet.
    func commands() -> [String] {
        var found: [String] = []
        while case .packet(let bytes)? = try? kernel.end?.receivePacket(upTo: 4096) {
            found.append(hexWords(bytes))
        }
        return found
    }

    func say(_ text: String) throws {
        try say(hex(text))
    }

    func say(_ message: [UInt8]) throws {
        try kernel.end?.sendPacket(message)
    }
}

struct SocketTests {
    @Test func `commands pass, and answers and events come back in order`() async throws {
        try await LoopThread.run {
            let bench = SocketBench()
            try bench.open()
            bench.send(.setPowered(true), as: "power")
            bench.send(.readIndexList, as: "list")
            expect(bench.commands(), is: ["05 00 00 00 01 00 01", "03 00 00 00 00 00"])
            try bench.say("0400 0100 0000")
            try bench.say("0100 0000 0500 0300 00 0000")
            try bench.say("0200 0000 0300 0500 12")
            expect(await eventually { bench.seen.count == 3 })
            expect(
                bench.seen,
                is: [
                    .event(ControllerIndex(rawValue: 1), .indexAdded),
                    .done("list", .success([0, 0])),
                    .done("power", .failure(.status(.blockedByRFKill))),
                ])
        }
    }

    @Test func `nobody waits for a channel that has ended`() async throws {
        try await LoopThread.run {
            let bench = SocketBench()
            bench.send(.readIndexList, as: "before")
            try bench.open()
            bench.send(.setPowered(true), as: "first")
            bench.send(.setPowered(false), as: "second")
            expect(bench.commands().count, is: 1)
            bench.endKernel()
            expect(await eventually { bench.seen.count == 4 })
            expect(
                bench.seen,
                is: [
                    .done("before", .failure(.lost)), .done("first", .failure(.lost)),
                    .done("second", .failure(.lost)), .lost(.brokenPipe),
                ])
            bench.send(.readIndexList, as: "after")
            expect(bench.seen.last, is: .done("after", .failure(.lost)))
        }
    }

    @Test func `a channel that was lost can be opened again`() async throws {
        try await LoopThread.run {
            let bench = SocketBench()
            bench.react = { one in
                guard case .lost = one else { return }
                try? bench.open()
                bench.send(.setPowered(true), as: "again")
            }
            try bench.open()
            bench.send(.setBondable(true), as: "first")
            bench.endKernel()
            expect(await eventually { bench.seen.count == 2 })
            expect(bench.commands(), is: ["05 00 00 00 01 00 01"])
            try bench.say("0100 0000 0700 0500 00 01000000")
            expect(await eventually { bench.seen.count == 3 })
            expect(bench.seen.last, is: .done("again", .success([1, 0, 0, 0])))
        }
    }

    @Test func `what waited is not sent on the next socket`() async throws {
        try await LoopThread.run {
            let bench = SocketBench()
            try bench.open()
            bench.send(.setPowered(true), as: "first")
            bench.send(.setPowered(false), as: "second")
            bench.react = { one in
                guard case .done("first", _) = one else { return }
                try? bench.open()
            }
            try bench.say("0200 0000 0300 0500 0A")
            expect(await eventually { bench.seen.count == 2 })
            expect(bench.commands(), is: [])
            expect(
                bench.seen,
                is: [
                    .done("first", .failure(.status(.busy))), .done("second", .failure(.lost)),
                ])
        }
    }

    @Test func `an answer that never comes is given up`() async throws {
        try await LoopThread.run {
            let bench = SocketBench(pace: .leaping())
            try bench.open()
            bench.send(.setPowered(true), as: "power")
            expect(await eventually { !bench.seen.isEmpty })
            expect(bench.seen, is: [.done("power", .failure(.noAnswer))])
            bench.send(.setPowered(true), as: "again")
            try bench.say("0100 0000 0300 0500 00")
            expect(await eventually { bench.seen.count == 2 })
            expect(bench.seen.last, is: .done("again", .success([])))
        }
    }

    @Test func `messages of any length and content do no harm`() async throws {
        try await LoopThread.run {
            let bench = SocketBench()
            try bench.open()
            var random = RepeatableRandom(seed: 3)
            for _ in 0..<500 {
                let length = Int.random(in: 1...60, using: &random)
                try bench.say(
                    (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
                await pause(.zero)
            }
            try bench.say([UInt8](repeating: 4, count: 5000))
            try bench.say("0500 0000 0000")
            let last = SocketBench.Seen.event(ControllerIndex(rawValue: 0), .indexRemoved)
            expect(await eventually { bench.seen.last == last })
        }
    }

    @Test func `a socket that nobody holds any more is closed`() async throws {
        try await LoopThread.run {
            let bench = SocketBench()
            try bench.open()
            bench.send(.setPowered(true), as: "power")
            expect(bench.commands().count, is: 1)
            bench.letGo()
            #expect(throws: Errno.brokenPipe) { try bench.say("0500 0000 0000") }
            #expect(bench.seen.isEmpty)
        }
    }

    @Test func `an error of opening is told, and nothing is open`() async throws {
        await LoopThread.run {
            let socket = ManagementSocket(pace: Pace()) { () throws(Errno) in
                throw .noSuchSocketFamily
            }
            #expect(throws: Errno.noSuchSocketFamily) {
                try socket.open({ _, _ in }, lost: { _ in })
            }
            var result: Result<[UInt8], ManagementFailure>?
            socket.send(.readIndexList, to: .none) { result = $0 }
            expect(result, is: .failure(.lost))
        }
    }
}
