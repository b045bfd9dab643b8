import ATT

/// Drives a bearer with whatever the bytes say, and stops the program where an invariant is broken.
///
/// The bytes are the phone's PDUs (raw, shaped like the awaited answer or like a request, or honest),
/// the owner's operations, and time, in any order; how many they are says whether there is a server
/// and what the client remembers. Returns how far the client got, so that a test can see
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
    static let served = FuzzReach(rawValue: 1 << 9)
    static let denied = FuzzReach(rawValue: 1 << 10)
    static let learned = FuzzReach(rawValue: 1 << 11)
    static let forgotten = FuzzReach(rawValue: 1 << 12)
    static let named = FuzzReach(rawValue: 1 << 13)
}

private struct FuzzRun {
    var input: ArraySlice<UInt8>
    private var bearer: Bearer
    var phone = TestPhone(mtu: 64, services: [(0x10, true), (0x20, false)])
    var now: Duration = .zero
    var reach: FuzzReach = []

    private var awaited: [UInt8]?
    private var nextID: UInt64 = 0
    private var running: Set<UInt64> = []
    private var hasEnded = false
    private let hasServer: Bool
    private var client: GATTClient { bearer.client }

    init(input: ArraySlice<UInt8>) {
        self.input = input
        hasServer = input.count & 1 != 0
        let hash = [UInt8](repeating: 7, count: 16)
        var options = GATTClientOptions()
        if input.count & 2 != 0 { options.asksName = true }
        if input.count & 4 != 0 { options.remembersServices = true }
        if input.count & 8 != 0 {
            options.known = TestService.known(hash: input.count & 16 == 0 ? [] : hash)
        }
        if input.count & 64 != 0 {
            options.checksName = true
            options.further = [GATTNeed(UUID(short: 0x180F), requiring: [UUID(short: 0x2A19)])]
        }
        if input.count & 32 != 0 { phone.describe(hash: hash, name: "A phone") }
        bearer = Bearer(
            TestService.client(options), server: hasServer ? TestService.server : nil)
    }

    mutating func begin() {
        check(bearer.start(at: now))
    }

    /// Takes one step; false at the end of the input.
    mutating func step() -> Bool {
        guard let choice = input.popFirst() else { return false }
        switch choice % 16 {
        case 0 where choice >= 0x80:
            ask(choice)
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
            check(bearer.advance(to: now))
        }
        return true
    }

    /// Ends the bearer: every operation must have completed.
    mutating func finish() {
        check(bearer.end(because: .lost))
        precondition(client.hasEnded && running.isEmpty, "an operation never completed")
        precondition(bearer.receive([0x13], at: now).isEmpty, "the client speaks after its end")
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
        check(bearer.perform(operation, as: OperationID(rawValue: nextID), at: now))
    }

    /// A request or a command of the phone, with handles that may exist.
    private mutating func ask(_ choice: UInt8) {
        let kinds: [UInt8] = [
            0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20, 0x52, 0xD2,
            0x7E, 0x9A,
        ]
        let kind = input.popFirst() ?? 0
        bearer.isSecure = choice & 0x10 != 0
        var handles: [UInt8] = []
        for _ in 0..<Int(kind / 16 % 8) % 3 { handles += [(input.popFirst() ?? 1) % 26, 0] }
        let rest = kind < 0x80 ? [] : take(upTo: 24)
        receive([kinds[Int(kind) % kinds.count]] + handles + rest)
    }

    /// The phone's requests have one answer each, its commands none.
    private mutating func checkAnswer(to pdu: [UInt8], _ actions: [GATTAction]) {
        guard let opcode = pdu.first, opcode & 1 == 0, opcode != 0x1E, hasServer, !hasEnded
        else { return }
        let answers = actions.compactMap { action -> [UInt8]? in
            guard case .send(let answer) = action, answer[0] & 1 == 1 else { return nil }
            return answer
        }
        guard opcode & 0x40 == 0 else {
            return precondition(answers.isEmpty, "a command was answered")
        }
        precondition(answers.count == 1, "a request without one answer")
        let isRefused = answers[0][0] == 1
        precondition(
            isRefused ? answers[0][1] == opcode : answers[0][0] == opcode | 1, "another answer")
        reach.insert(isRefused ? .denied : .served)
    }

    private mutating func receive(_ pdu: [UInt8]) {
        if let awaited, let opcode = pdu.first,
            opcode == awaited[0] | 1 || opcode == 1 && pdu.count > 1 && pdu[1] == awaited[0]
        {
            self.awaited = nil
        }
        let actions = bearer.receive(pdu, at: now)
        checkAnswer(to: pdu, actions)
        check(actions)
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
        case .furtherFound(let uuid):
            precondition(client.furtherServices[uuid] != nil, "a service that is not there")
        case .furtherVanished(let uuid), .furtherNotFound(let uuid):
            precondition(client.furtherServices[uuid] == nil, "a service that is there")
        case .serviceNotFound: reach.insert(.notFound)
        case .serviceVanished: reach.insert(.vanished)
        case .value: reach.insert(.value)
        case .completed(let id, let outcome):
            let wasRunning = running.remove(id.rawValue) != nil
            precondition(wasRunning, "an operation completed that did not run")
            if outcome == .succeeded { reach.insert(.succeeded) }
            if case .refused = outcome { reach.insert(.refused) }
        case .learned(let known): reach.insert(known == nil ? .forgotten : .learned)
        case .named(let name):
            precondition(!name.isEmpty && name.utf8.count <= 3 * 248, "a name of odd length")
            reach.insert(.named)
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
