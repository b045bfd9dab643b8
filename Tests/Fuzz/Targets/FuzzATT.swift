import ATT

/// Drives a client with whatever the bytes say, and stops the program where an invariant is broken.
///
/// The bytes are the phone's PDUs (raw, shaped like the awaited answer, or honest), the owner's
/// operations, and time, in any order. Returns how far the client got, so that a test can see
/// whether the fuzzer still reaches everything.
@discardableResult
func fuzzATT(_ bytes: [UInt8]) -> FuzzReach {
    var run = FuzzRun(input: bytes[...])
    run.begin()
    while run.step() {}
    run.finish()
    return run.reach
}

/// What a run of the fuzzer has seen.
struct FuzzReach: OptionSet, Hashable {
    let rawValue: Int

    static let found = FuzzReach(rawValue: 1 << 0)
    static let notFound = FuzzReach(rawValue: 1 << 1)
    static let vanished = FuzzReach(rawValue: 1 << 2)
    static let value = FuzzReach(rawValue: 1 << 3)
    static let succeeded = FuzzReach(rawValue: 1 << 4)
    static let refused = FuzzReach(rawValue: 1 << 5)
    static let parts = FuzzReach(rawValue: 1 << 6)
    static let tolerated = FuzzReach(rawValue: 1 << 7)
    static let ended = FuzzReach(rawValue: 1 << 8)
}

private struct FuzzRun {
    var input: ArraySlice<UInt8>
    var client = TestService.client()
    var phone = TestPhone(mtu: 64, services: [(0x10, true), (0x20, false)])
    var now: Duration = .zero
    var reach: FuzzReach = []

    private var awaited: [UInt8]?
    private var nextID: UInt64 = 0
    private var running: Set<UInt64> = []
    private var hasEnded = false

    init(input: ArraySlice<UInt8>) {
        self.input = input
    }

    mutating func begin() {
        check(client.start(at: now))
    }

    /// Takes one step; false at the end of the input.
    mutating func step() -> Bool {
        guard let choice = input.popFirst() else { return false }
        switch choice % 16 {
        case 0:
            receive(take(upTo: 64))
        case 1:
            // The awaited response with any parameters: what a broken peer sends most.
            if let awaited { receive([awaited[0] | 1] + take(upTo: 64)) }
        case 2...6:
            if let awaited, let answer = phone.answer(awaited) { receive(answer) }
        case 7, 8:
            let handles: [UInt8] = [0x22, 0x27, 0x25, choice]
            let handle = [handles[Int(choice / 16) % 4], 0]
            receive([choice % 16 == 7 ? 0x1B : 0x1D] + handle + take(upTo: 32))
        case 9:
            receive([0x1D, 0x03, 0x00] + take(upTo: 5))
        case 10...13:
            perform(choice)
        case 14:
            if let awaited { receive([0x01, awaited[0], 0, 0, input.popFirst() ?? 0x0A]) }
        default:
            now += .seconds(Int(choice / 16))
            check(client.advance(to: now))
        }
        return true
    }

    /// Ends the bearer: every operation must have completed.
    mutating func finish() {
        check(client.end(because: .lost))
        precondition(client.hasEnded && running.isEmpty, "an operation never completed")
        precondition(client.receive([0x13], at: now).isEmpty, "the client speaks after its end")
    }

    private mutating func perform(_ choice: UInt8) {
        let characteristics = [TestService.source, TestService.control, TestService.data]
        let uuid = characteristics[Int(choice / 16) % 3]
        let operation: GATTOperation =
            switch choice % 4 {
            case 0: .subscribe(uuid)
            case 1: .unsubscribe(uuid)
            case 2: .write(take(upTo: 32), to: uuid)
            default: .write([UInt8](repeating: choice, count: Int(choice) * 2), to: uuid)
            }
        nextID += 1
        if !hasEnded { running.insert(nextID) }
        check(client.perform(operation, as: OperationID(rawValue: nextID), at: now))
    }

    private mutating func receive(_ pdu: [UInt8]) {
        if let awaited, let opcode = pdu.first,
            opcode == awaited[0] | 1 || opcode == 1 && pdu.count > 1 && pdu[1] == awaited[0]
        {
            self.awaited = nil
        }
        check(client.receive(pdu, at: now))
    }

    private mutating func check(_ actions: [GATTAction]) {
        for action in actions {
            precondition(!hasEnded, "the client acts after its end")
            switch action {
            case .send(let pdu):
                precondition(!pdu.isEmpty && pdu.count <= max(client.mtu, 23), "a PDU too long")
                // Responses are odd, and the confirmation is no request.
                if pdu[0] & 1 == 1 || pdu[0] == 0x1E { continue }
                precondition(awaited == nil, "a request while another is outstanding")
                awaited = pdu
                if pdu[0] == 0x16 { reach.insert(.parts) }
            case .report(let event):
                take(event)
            }
        }
        precondition(
            awaited?.first == client.outstandingRequest?.rawValue, "who waits for what is unclear")
        precondition(
            client.waitingOperationCount <= GATTClient.maximumWaitingOperations,
            "more operations wait than may")
        precondition(hasEnded == client.hasEnded, "an end that was not reported")
        precondition(!hasEnded || client.deadline == nil, "a deadline after the end")
        precondition(
            (client.deadline == nil) == (awaited == nil), "a deadline of nothing, or none")
    }

    private mutating func take(_ event: GATTEvent) {
        switch event {
        case .serviceFound(let service):
            reach.insert(.found)
            let handles = service.characteristics.flatMap {
                [$0.valueHandle, $0.configurationHandle].compactMap(\.self)
            }
            precondition(handles.allSatisfy { service.range.first < $0 })
            precondition(handles.allSatisfy { $0 <= service.range.last })
            precondition(handles.sorted() == handles && Set(handles).count == handles.count)
        case .serviceNotFound: reach.insert(.notFound)
        case .serviceVanished: reach.insert(.vanished)
        case .value: reach.insert(.value)
        case .completed(let id, let outcome):
            let wasRunning = running.remove(id.rawValue) != nil
            precondition(wasRunning, "an operation completed that did not run")
            if outcome == .succeeded { reach.insert(.succeeded) }
            if case .refused = outcome { reach.insert(.refused) }
        case .violated: reach.insert(.tolerated)
        case .ended:
            reach.insert(.ended)
            hasEnded = true
            awaited = nil
        }
    }

    private mutating func take(upTo limit: Int) -> [UInt8] {
        guard let length = input.popFirst() else { return [] }
        let taken = Array(input.prefix(Int(length) % (limit + 1)))
        input = input.dropFirst(taken.count)
        return taken
    }
}
