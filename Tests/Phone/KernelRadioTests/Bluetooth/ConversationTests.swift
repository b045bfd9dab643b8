import Expecting
import Testing

@testable import KernelRadio

struct ConversationTests {
    private static let hci0 = ControllerIndex(rawValue: 0)
    private static let hci1 = ControllerIndex(rawValue: 1)

    private static func id(_ number: UInt64) -> CommandID { CommandID(rawValue: number) }

    /// What the kernel says of a command; nothing but a status where there are no values.
    private static func answer(
        _ command: ManagementCommand, on index: ControllerIndex = hci0, _ status: ManagementStatus,
        _ values: [UInt8]? = nil
    ) -> [UInt8] {
        let parameters =
            command.opcode.rawValue.littleEndianBytes + [status.rawValue] + (values ?? [])
        return [values == nil ? 2 : 1, 0] + index.rawValue.littleEndianBytes
            + UInt16(parameters.count).littleEndianBytes + parameters
    }

    private static func peer(_ number: Int) -> PeerAddress {
        let address = BluetoothAddress(bytes: [UInt8(clamping: number), 0, 0, 0, 0, 0x40])
        return PeerAddress(address, .randomLE)
    }

    private static func sent(
        _ number: UInt64, _ command: ManagementCommand, to index: ControllerIndex = hci0
    ) -> ManagementAction {
        .send(id(number), command.bytes(to: index))
    }

    @Test func `answers that come in another order find their commands`() {
        var talk = ManagementConversation()
        let commands: [ManagementCommand] = [.setPowered(true), .setBondable(true), .readIndexList]
        for (number, command) in commands.enumerated() {
            let id = Self.id(UInt64(number))
            expect(
                talk.send(command, to: Self.hci0, as: id, at: .zero),
                is: [.send(id, command.bytes(to: Self.hci0))])
        }
        for number in [2, 0, 1] {
            let value = UInt8(number)
            expect(
                talk.receive(Self.answer(commands[number], .success, [value]), at: .zero),
                is: [.complete(Self.id(UInt64(number)), .success([value]))])
        }
        expect(talk.deadline, is: nil)
    }

    @Test func `the same command waits until the first is answered`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        expect(talk.send(.setPowered(false), to: Self.hci0, as: Self.id(2), at: .zero), is: [])
        expect(
            talk.receive(Self.answer(.setPowered(true), .busy), at: .zero),
            is: [
                .complete(Self.id(1), .failure(.status(.busy))), Self.sent(2, .setPowered(false)),
            ])
        expect(
            talk.receive(Self.answer(.setPowered(false), .success, [4]), at: .zero),
            is: [.complete(Self.id(2), .success([4]))])
    }

    @Test func `the same command to another adapter is another one`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        expect(
            talk.send(.setPowered(true), to: Self.hci1, as: Self.id(2), at: .zero),
            is: [Self.sent(2, .setPowered(true), to: Self.hci1)])
        expect(
            talk.receive(Self.answer(.setPowered(true), on: Self.hci1, .success, []), at: .zero),
            is: [.complete(Self.id(2), .success([]))])
    }

    @Test func `what waits is overtaken by other commands, but not by its own kind`() {
        var talk = ManagementConversation()
        for number in 1...4 {
            let command = ManagementCommand.disconnect(Self.peer(number))
            expect(
                talk.send(command, to: Self.hci0, as: Self.id(UInt64(number)), at: .zero),
                is: (number == 1 ? [Self.sent(1, command)] : []))
        }
        expect(
            talk.send(.setBondable(false), to: Self.hci0, as: Self.id(5), at: .zero),
            is: [Self.sent(5, .setBondable(false))])
        for number in 1...3 {
            let (one, next) = (UInt64(number), UInt64(number) + 1)
            expect(
                talk.receive(Self.answer(.disconnect(Self.peer(number)), .success, []), at: .zero),
                is: [
                    .complete(Self.id(one), .success([])),
                    Self.sent(next, .disconnect(Self.peer(number + 1))),
                ])
        }
    }

    @Test func `a disconnection waits for the end of a link of a silent peer`() {
        var talk = ManagementConversation()
        let (ann, bob) = (ManagementCommand.disconnect(Self.peer(1)), Self.peer(2))
        _ = talk.send(ann, to: Self.hci0, as: Self.id(1), at: .zero)
        expect(talk.send(.disconnect(bob), to: Self.hci0, as: Self.id(2), at: .zero), is: [])
        expect(talk.advance(to: .seconds(33)), is: [])
        expect(
            talk.receive(Self.answer(ann, .success, []), at: .seconds(33)),
            is: [
                .complete(Self.id(1), .success([])), Self.sent(2, .disconnect(bob)),
            ])
    }

    @Test func `a peer is disconnected once at a time`() {
        var talk = ManagementConversation()
        let busy = ManagementFailure.status(.busy)
        for (number, peer, isTaken) in [
            (1, 1, true), (2, 1, false), (3, 2, true), (4, 2, false), (5, 1, false),
        ] {
            let id = Self.id(UInt64(number))
            let actions = talk.send(
                .disconnect(Self.peer(peer)), to: Self.hci0, as: id, at: .zero)
            #expect(actions.contains(.complete(id, .failure(busy))) != isTaken, "\(number)")
        }
        expect(talk.outstandingCount, is: 1)
        expect(talk.waitingCount, is: 1)
        // The same address at another adapter is another link.
        let ann = ManagementCommand.disconnect(Self.peer(1))
        expect(
            talk.send(ann, to: Self.hci1, as: Self.id(6), at: .zero),
            is: [Self.sent(6, ann, to: Self.hci1)])
    }

    @Test func `however many peers are to be disconnected, there is room for other commands`() {
        var talk = ManagementConversation()
        for number in 1...100 {
            _ = talk.send(
                .disconnect(Self.peer(number)), to: Self.hci0, as: Self.id(UInt64(number)),
                at: .zero)
        }
        expect(talk.waitingCount, is: ManagementConversation.maximumWaitingDisconnections)
        expect(
            talk.send(.setBondable(false), to: Self.hci0, as: Self.id(101), at: .zero),
            is: [Self.sent(101, .setBondable(false))])
    }

    @Test(arguments: [
        (answer(.setPowered(true), .failed), ManagementFailure.status(.failed), "an early end"),
        (answer(.setPowered(true), .rejected, []), .status(.rejected), "an end that is a refusal"),
    ])
    func `a refusal ends a command`(message: [UInt8], failure: ManagementFailure, why: String) {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        expect(
            talk.receive(message, at: .zero), is: [.complete(Self.id(1), .failure(failure))],
            "\(why)")
    }

    @Test func `a command goes on after an early status that is none`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        expect(talk.receive(Self.answer(.setPowered(true), .success), at: .zero), is: [])
        expect(
            talk.receive(Self.answer(.setPowered(true), .success, [1]), at: .zero),
            is: [.complete(Self.id(1), .success([1]))])
    }

    @Test func `answers to nothing and messages that cannot be read are passed over`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        expect(talk.receive(Self.answer(.setBondable(true), .success, []), at: .zero), is: [])
        expect(
            talk.receive(Self.answer(.setPowered(true), on: Self.hci1, .busy), at: .zero), is: [])
        expect(talk.receive([1, 0, 0, 0, 9, 0, 1], at: .zero), is: [])
        expect(talk.receive([], at: .zero), is: [])
        expect(talk.outstandingCount, is: 1)
    }

    @Test func `an event is reported, whoever waits`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        expect(talk.receive([4, 0, 1, 0, 0, 0], at: .zero), is: [.report(Self.hci1, .indexAdded)])
        expect(talk.outstandingCount, is: 1)
    }

    @Test func `an answer that does not come is given up after a while`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .seconds(1))
        _ = talk.send(.setBondable(true), to: Self.hci0, as: Self.id(2), at: .seconds(2))
        _ = talk.send(.setPowered(false), to: Self.hci0, as: Self.id(3), at: .seconds(3))
        expect(talk.deadline, is: .seconds(21))
        expect(talk.advance(to: .seconds(20)), is: [])
        expect(
            talk.advance(to: .seconds(21)),
            is: [
                .complete(Self.id(1), .failure(.noAnswer)), Self.sent(3, .setPowered(false)),
            ])
        expect(talk.deadline, is: .seconds(22))
        expect(
            talk.advance(to: .seconds(60)),
            is: [
                .complete(Self.id(2), .failure(.noAnswer)),
                .complete(Self.id(3), .failure(.noAnswer)),
            ])
        expect(talk.receive(Self.answer(.setBondable(true), .success, []), at: .zero), is: [])
    }

    @Test func `the kernel has a few commands at a time, and a few more wait`() {
        var talk = ManagementConversation()
        let limit = ManagementConversation.maximumOutstanding
        let all = limit + ManagementConversation.maximumWaiting
        for number in 0..<all {
            let index = ControllerIndex(rawValue: UInt16(number))
            _ = talk.send(.readControllerInfo, to: index, as: Self.id(UInt64(number)), at: .zero)
        }
        expect(talk.outstandingCount, is: limit)
        expect(talk.waitingCount, is: ManagementConversation.maximumWaiting)
        expect(
            talk.send(.readIndexList, to: .none, as: Self.id(1000), at: .zero),
            is: [.complete(Self.id(1000), .failure(.status(.busy)))])
        expect(
            talk.receive(Self.answer(.readControllerInfo, .failed), at: .zero),
            is: [
                .complete(Self.id(0), .failure(.status(.failed))),
                Self.sent(
                    UInt64(limit), .readControllerInfo,
                    to: ControllerIndex(rawValue: UInt16(limit))),
            ])
        let ended = talk.end()
        expect(ended.count, is: all - 1)
        #expect(ended.allSatisfy { !$0.isForOpenSocket })
        expect(talk.end(), is: [])
    }

    @Test func `a command that cannot be sent fails, and the next one is sent`() {
        var talk = ManagementConversation()
        _ = talk.send(.setPowered(true), to: Self.hci0, as: Self.id(1), at: .zero)
        _ = talk.send(.setPowered(false), to: Self.hci0, as: Self.id(2), at: .zero)
        expect(
            talk.sendFailed(Self.id(1), .lost, at: .zero),
            is: [
                .complete(Self.id(1), .failure(.lost)), Self.sent(2, .setPowered(false)),
            ])
        expect(talk.sendFailed(Self.id(1), .lost, at: .zero), is: [])
    }
}
