internal import Linux

/// The objects that we show to the bus, and what comes for them.
@LoopActor
final class ObjectShelf {
    private let line: Line
    private var objects: [ObjectPath: BusObject] = [:]
    private var openRequests = 0

    init(_ line: Line) {
        self.line = line
    }

    func add(_ object: BusObject, at path: ObjectPath) throws(BusError) {
        try BusNames.check(path: path)
        try object.check()
        object.home?.leave()
        remove(path)
        objects[path] = object
        object.home = BusObject.Home(
            tell: { [weak self] signal in self?.tell(signal) },
            leave: { [weak self] in self?.remove(path) }, path: path)
    }

    func remove(_ path: ObjectPath) {
        objects.removeValue(forKey: path)?.home = nil
    }

    /// Answers a call, or hands it to the method that it is for.
    func take(_ message: borrowing Message) {
        guard let sender = message.sender, let path = message.path, let member = message.member
        else { return }
        let (serial, wantsReply, round) = (message.serial, message.wantsReply, line.round)
        let answer: @LoopActor (BusAnswer) -> Void = { [weak self] answer in
            guard wantsReply else { return }
            self?.send(answer, to: sender, about: serial, in: round)
        }
        do throws(BusFault) {
            let target = CallTarget(
                path: path, interface: message.interface, member: member,
                signature: message.signature)
            if let values = try standardAnswer(to: target, message) {
                return answer(.values(values))
            }
            guard let object = objects[path] else {
                throw BusFault(BusErrorName.unknownObject, "There is no such object")
            }
            let (interface, method) = try object.method(for: target)
            guard openRequests < BusLimits.openRequests else {
                throw BusFault(BusErrorName.limitsExceeded, "Too many requests are open")
            }
            let arguments = try arguments(of: message)
            openRequests += 1
            method.handler(
                BusRequest(
                    sender: sender, path: path, interface: interface, member: member,
                    arguments: arguments
                ) { [weak self] content in
                    self?.openRequests -= 1
                    answer(content)
                })
        } catch {
            answer(.failure(name: error.name, message: error.message))
        }
    }

    /// The answer to a call on an interface that every object has.
    private func standardAnswer(
        to target: CallTarget, _ message: borrowing Message
    ) throws(BusFault) -> [BusValue]? {
        guard let interface = target.interface.flatMap(StandardInterface.init) else { return nil }
        if interface == .peer { return try Peer.answer(to: target) }
        let place = ObjectPlace(path: target.path, object: objects[target.path], among: objects)
        guard place.exists else {
            throw BusFault(BusErrorName.unknownObject, "There is no such object")
        }
        return try place.answer(
            to: target, of: interface, try arguments(of: message))
    }

    private func arguments(of message: borrowing Message) throws(BusFault) -> [BusValue] {
        do throws(BusError) {
            return try message.arguments()
        } catch {
            throw BusFault(BusErrorName.limitsExceeded, "The arguments are too much")
        }
    }

    private func send(
        _ answer: BusAnswer, to caller: String, about serial: UInt32, in round: Int
    ) {
        // Whoever called over an earlier connection has been told by the bus.
        guard line.isUp, line.round == round else { return }
        do throws(BusError) {
            _ = try line.send(try Message.answer(answer, to: caller, about: serial))
        } catch {
            let fault = BusAnswer.failure(
                name: BusErrorName.failed, message: "The answer cannot be sent")
            guard let message = try? Message.answer(fault, to: caller, about: serial) else {
                return
            }
            _ = try? line.send(message)
        }
    }

    private func tell(_ signal: BusSignal) {
        guard let message = try? Message.signal(signal, to: nil) else { return }
        _ = try? line.send(message)
    }
}
