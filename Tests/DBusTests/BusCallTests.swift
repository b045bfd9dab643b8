import DBus
import Linux
import Support
import Testing

@Suite(.timeLimit(.minutes(2)))
struct BusCallTests {
    @Test func `a call to the bus is answered`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let peer = await bench.connect()
            #expect(peer.events.last == .connected(uniqueName: peer.name))
            let answer = await peer.askBus("GetNameOwner", [.string(peer.name)])
            #expect(answer == .success([.string(peer.name)]))
        }
    }
}
