import BusSupport
import Expecting
import Linux
import Support
import Testing
import Waiting

@testable import DBus

struct DescriptorTests {
    @Test func `a descriptor is handed out once`() throws {
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        let descriptor = BusDescriptor(near)
        try descriptor.take()?.sendPacket([1])
        try expect(far?.receivePacket(upTo: 9), is: .packet([1]))
        let isThereMore = descriptor.take() != nil
        #expect(!isThereMore)
        #expect(throws: BusError.invalid(.descriptor)) {
            try ValueCheck.check([.descriptor(descriptor)])
        }
    }

    @Test func `a descriptor that nobody takes is closed`() throws {
        var far: FileDescriptor?
        do {
            let near = try FileDescriptor.packetSocket(connectedTo: &far)
            _ = BusDescriptor(near)
        }
        // A process that another test is just starting has it for a moment longer.
        var end: ReceivedPacket?
        _ = Patience.waits {
            end = try? far?.receivePacket(upTo: 1)
            return end != nil
        }
        expect(end, is: .closed)
    }

    @Test func `descriptors are passed both ways`() async throws {
        try await LoopThread.run {
            let bench = try BusBench()
            try bench.start()
            let (client, server) = (await bench.connect(), await bench.connect())
            var kept: BusDescriptor?
            // What is sent comes back in a reply.
            let method = BusMethod("Echo", takes: "h", returns: "h") { request in
                kept = request.arguments[0].asDescriptor
                request.reply(request.arguments)
            }
            let object = BusObject([BusInterface("a.Pipe", methods: [method])])
            try server.connection.export(object, at: "/a")
            var far: FileDescriptor?
            let near = BusDescriptor(try FileDescriptor.packetSocket(connectedTo: &far))
            let answer = await client.ask(
                BusCall(server.name, "/a", "a.Pipe", "Echo", [.descriptor(near)]))
            let returned = try answer.get().first?.asDescriptor?.take()
            try returned?.sendPacket([1, 2])
            try expect(far?.receivePacket(upTo: 9), is: .packet([1, 2]))
            // Each has a descriptor of its own.
            try kept?.take()?.sendPacket([3])
            try expect(far?.receivePacket(upTo: 9), is: .packet([3]))
            try near.take()?.sendPacket([4])
            try expect(far?.receivePacket(upTo: 9), is: .packet([4]))
        }
    }
}
