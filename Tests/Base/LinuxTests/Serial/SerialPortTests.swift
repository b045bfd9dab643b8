import Expecting
import Linux
import Support
import Testing

/// An open port on the loop: what comes, room, and its end.
struct SerialPortTests {
    @LoopActor
    private final class Bench {
        var terminal: PseudoTerminal?
        private(set) var news: [SerialPort.News] = []
        private(set) var port: SerialPort?
        /// How many bytes of one there was room for whenever there was said to be.
        private(set) var found: [Int] = []

        init(flow: SerialSettings.Flow = .none) throws {
            let terminal = try PseudoTerminal()
            let line = try SerialLine(SerialSettings(device: terminal.path, flow: flow))
            self.terminal = terminal
            port = try SerialPort(line) { [weak self] in self?.take($0) }
        }

        private func take(_ news: SerialPort.News) {
            self.news.append(news)
            if news == .room { found.append((try? port?.write([7])) ?? 0) }
        }

        var heard: [UInt8] {
            news.flatMap { if case .received(let bytes) = $0 { bytes } else { [UInt8]() } }
        }

        /// Writes until there is no room, and returns how many bytes there was room for.
        func fill() throws -> Int {
            var total = 0
            while let written = try port?.write([UInt8](repeating: 7, count: 999)[...]), written > 0
            {
                total += written
            }
            return total
        }
    }

    @Test func `what the device says is told, and then its end, once`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.terminal?.write([1, 2, 3])
            expect(await eventually { bench.heard == [1, 2, 3] })
            bench.terminal = nil
            expect(await eventually { bench.news.last == .gone(.hungUp) })
            #expect(throws: SerialProblem.hungUp) { try bench.port?.write([1]) }
            await turn()
            expect(bench.news.count { $0 == .gone(.hungUp) }, is: 1)
        }
    }

    @Test func `a port that nobody reads is full, and tells once that it has room`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            var (size, waits) = (0, 0)
            // The kernel makes some room by itself once it has put in order what it has, which is told as well.
            repeat {
                size += try bench.fill()
                bench.port?.waitForRoom()
                waits += 1
                await turn()
            } while bench.news.count == waits
            expect(size > 0)
            var taken = 0
            while taken < size { taken += bench.terminal?.read().count ?? size }
            expect(await eventually { bench.news.count == waits })
            await turn()
            expect(bench.news, is: Array(repeating: .room, count: waits))
            expect(bench.found, is: Array(repeating: 1, count: waits), "there was room")
        }
    }

    @Test func `a device that says XOFF is left alone until it says XON`() async throws {
        try await LoopThread.run {
            let bench = try Bench(flow: .xonxoff)
            bench.terminal?.write([0x13])
            expect(
                await eventually {
                    _ = bench.terminal?.read()
                    return (try? bench.port?.write([65])) == 0
                })
            bench.port?.waitForRoom()
            bench.terminal?.write([0x11])
            expect(await eventually { bench.news == [.room] })
            try expect(bench.port?.write([66]), is: 1)
        }
    }

    @Test func `a port that was stopped is silent, and its line can be opened anew`() async throws {
        try await LoopThread.run {
            let bench = try Bench()
            bench.port?.stop().close()
            let path = try #require(bench.terminal?.path)
            let line = try SerialLine(SerialSettings(device: path))
            bench.terminal?.write([1])
            expect(await eventually { (try? line.read(upTo: 9)) == [1] })
            await turn()
            expect(bench.news.isEmpty)
            line.close()
        }
    }
}
