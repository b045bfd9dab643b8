internal import Linux

/// The exported objects and their method calls.
@LoopActor
final class ExportedObjects {
    private let line: Line
    private var objects: [ObjectPath: BusObject] = [:]
    private var openRequests = 0

    init(_ line: Line) {
        self.line = line
    }

    func add(_ object: BusObject, at path: ObjectPath) throws(BusError) {
        try BusNames.check(path: path)
        try object.check()
        if let home = object.home { home.shelf?.remove(home.path) }
        remove(path)
        objects[path] = object
        object.home = BusObject.Home(shelf: self, path: path)
    }

    func remove(_ path: ObjectPath) {
        objects.removeValue(forKey: path)?.home = nil
    }

    /// Answers a call, or passes it to its method.
    func take(_ message: borrowing Message) {
        guard let sender = message.sender, let path = message.path, let member = message.member
        else { return }
        let ticket = CallTicket(
            caller: sender, serial: message.serial, wantsReply: message.wantsReply,
            round: line.round)
        do throws(BusFault) {
            let target = CallTarget(
                path: path, interface: message.interface, member: member,
                signature: message.signature)
            if target.setsProperty {
                let arguments = try arguments(of: message)
                let writer = try place(path).writer(for: target, arguments)
                let interface = StandardInterface.properties.rawValue
                return try begin(target, of: interface, arguments, ticket, writer)
            }
            if let values = try standardAnswer(to: target, message) {
                return send(.values(values), ticket)
            }
            guard let object = objects[path] else {
                throw BusFault(BusErrorName.unknownObject, "There is no such object")
            }
            let (interface, method) = try object.method(for: target)
            try begin(target, of: interface, arguments(of: message), ticket, method.handler)
        } catch {
            send(.failure(name: error.name, message: error.message), ticket)
        }
    }

    /// Passes a request to its handler, unless too many are open.
    private func begin(
        _ target: CallTarget, of interface: String, _ arguments: [BusValue], _ ticket: CallTicket,
        _ handler: @LoopActor (BusRequest) -> Void
    ) throws(BusFault) {
        guard openRequests < BusLimits.openRequests else {
            throw BusFault(BusErrorName.limitsExceeded, "Too many requests are open")
        }
        openRequests += 1
        handler(
            BusRequest(
                sender: ticket.caller, path: target.path, interface: interface,
                member: target.member, arguments: arguments, ticket, of: self))
    }

    /// Returns a place with an object at or below it.
    private func place(_ path: ObjectPath) throws(BusFault) -> ObjectPlace {
        let place = ObjectPlace(path: path, object: objects[path], among: objects)
        guard place.exists else {
            throw BusFault(BusErrorName.unknownObject, "There is no such object")
        }
        return place
    }

    /// Sends the only answer to a request.
    func close(_ ticket: CallTicket, with answer: BusAnswer) {
        openRequests -= 1
        send(answer, ticket)
    }

    /// Returns the answer to a call on a standard interface; nil for any other interface.
    private func standardAnswer(
        to target: CallTarget, _ message: borrowing Message
    ) throws(BusFault) -> [BusValue]? {
        guard let interface = target.interface.flatMap(StandardInterface.init) else { return nil }
        if interface == .peer { return try Peer.answer(to: target) }
        return try place(target.path).answer(
            to: target, of: interface, try arguments(of: message))
    }

    private func arguments(of message: borrowing Message) throws(BusFault) -> [BusValue] {
        do throws(BusError) {
            return try message.arguments()
        } catch {
            throw BusFault(BusErrorName.limitsExceeded, "The arguments exceed a limit")
        }
    }

    private func send(_ answer: BusAnswer, _ ticket: CallTicket) {
        let (caller, serial) = (ticket.caller, ticket.serial)
        // The bus has already answered a caller on an earlier connection.
        guard ticket.wantsReply, line.isUp, line.round == ticket.round else { return }
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

    func tell(_ signal: BusSignal) {
        guard let message = try? Message.signal(signal, to: nil) else { return }
        _ = try? line.send(message)
    }
}
