import Linux
import Support

@testable import ATT
@testable import FuzzTargets

/// A channel over a real socket pair, the phone's end of the pair, and what the channel reported.
@LoopActor
final class ChannelBench {
    private(set) var channel: ATTChannel?
    private(set) var events: [GATTEvent] = []
    /// What the channel sent since the last look.
    private(set) var sent: [[UInt8]] = []
    private var socket: FileDescriptor?
    private var phone: TestPhone
    var onEvent: @LoopActor (ATTChannel, GATTEvent) -> Void = { _, _ in }

    init(mtu: Int = 185, pace: Pace = Pace()) throws {
        phone = TestPhone(mtu: mtu)
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        socket = far
        channel = ATTChannel(owning: near, running: TestService.client(), pace: pace)
    }

    func open() {
        channel?.open { [weak self] event in
            guard let self, let channel else { return }
            events.append(event)
            onEvent(channel, event)
        }
    }

    /// Lets the phone answer until the channel has found the service.
    func ready() async -> Bool {
        open()
        return await eventually {
            self.answer()
            return self.events == [.serviceFound(TestService.found)]
        }
    }

    /// Takes everything that the channel has sent.
    func collect() {
        while case .packet(let pdu) = try? socket?.receivePacket(upTo: 600) { sent.append(pdu) }
    }

    /// Answers everything that the channel has sent.
    func answer() {
        collect()
        for pdu in sent {
            if let answer = phone.answer(pdu) { send(answer) }
        }
        sent = []
    }

    func send(_ pdu: [UInt8]) {
        try? socket?.sendPacket(pdu)
    }

    /// Whether the phone sees its end closed.
    var isHungUp: Bool {
        while let received = try? socket?.receivePacket(upTo: 600) {
            if received == .closed { return true }
        }
        return false
    }

    /// Closes the phone's end.
    func hangUp() {
        socket = nil
    }

    /// Lets go of the channel without closing it.
    func dropChannel() {
        channel = nil
    }

    func perform(_ operation: GATTOperation, as id: UInt64) {
        channel?.perform(operation, as: OperationID(rawValue: id))
    }
}
