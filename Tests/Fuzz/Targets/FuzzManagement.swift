import KernelRadio

/// Drives a conversation with the kernel with whatever the bytes say, and stops the program where
/// an invariant is broken: commands, messages (raw, or shaped like an awaited answer) and time.
func fuzzManagement(_ bytes: [UInt8]) {
    var run = ManagementRun(input: bytes[...])
    while run.step() {}
    run.finish()
    checkAdvertising(bytes)
}

private struct ManagementRun {
    private static let commands: [ManagementCommand] = [
        .readIndexList, .readControllerInfo, .setPowered(true), .setPowered(false),
        .setLocalName("callboard"), .setBondable(true), .removeAdvertising(instance: 1),
        .disconnect(PeerAddress(.zero, .publicLE)),
        .readConnectionInformation(PeerAddress(.zero, .publicLE)), .readAdvertisingFeatures,
        .addAdvertisementMonitor([AdvertisementPattern(.manufacturerData, [0x4C])]),
    ]

    var input: ArraySlice<UInt8>
    private var conversation = ManagementConversation()
    private var now: Duration = .zero
    private var running: Set<UInt64> = []
    /// The first four bytes of what the kernel has been told: which command, for which adapter.
    private var sent: [UInt64: ArraySlice<UInt8>] = [:]
    private var nextID: UInt64 = 0

    init(input: ArraySlice<UInt8>) {
        self.input = input
    }

    /// Takes one step; false at the end of the input.
    mutating func step() -> Bool {
        guard let choice = input.popFirst() else { return false }
        let which = Int(choice / 8)
        switch choice % 8 {
        case 0: receive(take())
        case 1, 2: answer(which, as: 0x01)
        case 3: answer(which, as: 0x02)
        case 4: receiveEvent(choice)
        case 5, 6: send(Self.commands[which % Self.commands.count])
        default:
            now += .seconds(which)
            check(conversation.advance(to: now))
        }
        return true
    }

    /// Ends the conversation: every command must have completed.
    mutating func finish() {
        check(conversation.end())
        require(running.isEmpty, "a command never completed")
        require(conversation.deadline == nil, "a deadline after the end")
    }

    private mutating func send(_ command: ManagementCommand) {
        nextID += 1
        running.insert(nextID)
        let index = ControllerIndex(rawValue: UInt16(nextID % 2))
        let id = CommandID(rawValue: nextID)
        check(conversation.send(command, to: index, as: id, at: now))
    }

    /// Answers one of the commands that the kernel has, with any status and any values.
    private mutating func answer(_ which: Int, as event: UInt8) {
        let ids = sent.keys.sorted()
        guard !ids.isEmpty, let head = sent[ids[which % ids.count]] else { return }
        receive(message([event, 0], head.suffix(2), head.prefix(2) + take()))
    }

    private mutating func receiveEvent(_ choice: UInt8) {
        receive(message([choice / 8, 0], [choice % 3, 0], take()[...]))
    }

    private func message(
        _ code: [UInt8], _ index: ArraySlice<UInt8>, _ parameters: ArraySlice<UInt8>
    ) -> [UInt8] {
        code + index + [UInt8(parameters.count % 256), UInt8(parameters.count / 256)] + parameters
    }

    private mutating func receive(_ message: [UInt8]) {
        check(conversation.receive(message, at: now))
    }

    private mutating func check(_ actions: [ManagementAction]) {
        for action in actions {
            switch action {
            case .send(let id, let bytes):
                require(running.contains(id.rawValue), "a command is sent that does not run")
                require(bytes.count >= 6, "a command without a header")
                let length = Int(bytes[4]) + Int(bytes[5]) * 256
                require(bytes.count == 6 + length, "a command has another length than it says")
                let head = bytes.prefix(4)
                require(!sent.values.contains(head), "the kernel has the same command already")
                sent[id.rawValue] = head
            case .complete(let id, let result):
                require(running.remove(id.rawValue) != nil, "a command completed twice")
                checkAnswer(result)
                sent[id.rawValue] = nil
            case .report(_, let event):
                require(!"\(event)".isEmpty, "an event without a description")
                if case .deviceFound(let found) = event { checkFields(found) }
            }
        }
        require(conversation.outstandingCount == sent.count, "who waits for what is unclear")
        require(
            sent.count <= ManagementConversation.maximumOutstanding
                && conversation.waitingCount <= ManagementConversation.maximumWaiting,
            "more commands than may be")
        require((conversation.deadline == nil) == sent.isEmpty, "a deadline of nothing, or none")
        require(
            conversation.waitingCount == 0 || !sent.isEmpty, "commands wait for nothing")
    }

    private mutating func take() -> [UInt8] {
        guard let length = input.popFirst() else { return [] }
        let taken = Array(input.prefix(Int(length)))
        input = input.dropFirst(taken.count)
        return taken
    }
}

/// Reads an answer as that of each command that has values.
private func checkAnswer(_ result: Result<[UInt8], ManagementFailure>) {
    _ = result.parsed(AdvertisingFeatures.init(parsing:))
    _ = result.parsed(advertisementMonitor(parsing:))
    if let signal = try? result.parsed(signalOfConnection(parsing:)).get() {
        require((-128...126).contains(signal), "a signal that is none")
    }
}

/// The fields of an advertisement are parts of it, one after the other.
private func checkFields(_ found: FoundDevice) {
    let fields = found.fields
    let bytes = fields.flatMap { [UInt8($0.content.count + 1), $0.field.rawValue] + $0.content }
    require(found.data.starts(with: bytes), "the fields are not what was sent")
    require(fields.count <= found.data.count / 2, "more fields than bytes can hold")
}

/// Puts a name into an advertisement that has any room left.
private func checkAdvertising(_ bytes: [UInt8]) {
    var data = AdvertisingData(reserved: Int(bytes.first ?? 0) % 40)
    let name = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let wasAdded = data.addName(name)
    require(data.bytes.count <= data.limit, "an advertisement is too long")
    require(wasAdded != data.bytes.isEmpty, "a name was added that is not there, or not added")
    guard wasAdded else { return }
    require(Int(data.bytes[0]) + 1 == data.bytes.count, "a field has another length than it says")
    let shown = data.bytes.dropFirst(2)
    require(name.utf8.starts(with: shown), "another name is advertised")
    require(String(validating: shown, as: UTF8.self) != nil, "a name was cut within a character")
}
