internal import Features
package import Linux
package import Radio

/// What every link keeps, whatever radio it is of; one suite of each radio's tests tries it.
@LoopActor
package final class LinkContract {
    /// What was not kept, in sentences.
    package private(set) var problems: [String] = []
    /// What the link has told.
    package private(set) var events: [LinkEvent] = []

    private let link: any PhoneLink
    private let settle: @LoopActor () async -> Void
    private var isCalling = false
    private var hasClosed = false

    /// - Parameters:
    ///   - link: one that nobody has opened.
    ///   - settle: lets happen what needs no more than a moment.
    package init(_ link: any PhoneLink, settle: @escaping @LoopActor () async -> Void) {
        self.link = link
        self.settle = settle
    }

    /// Opens the link.
    package func open() async {
        call {
            link.open { [weak self] event in self?.take(event) }
        }
        await settle()
    }

    /// Asks for everything of a service that nobody offers: each is refused, and once.
    package func askForWhatIsNotThere() async {
        let nowhere = CharacteristicID(0x2A19, of: ServiceID(0x180F))
        let before = events.count
        call {
            link.subscribe(to: nowhere)
            link.unsubscribe(from: nowhere)
            link.write([1], to: nowhere)
            link.read(nowhere)
        }
        await settle()
        let answers = Array(events.dropFirst(before))
        let expected: [LinkEvent] = [
            .refused(nowhere, .attributeNotFound), .unsubscribed(nowhere),
            .written(nowhere, .attributeNotFound), .read(nowhere, .failure(.attributeNotFound)),
        ]
        for event in expected {
            let count = answers.count { $0 == event }
            if count != 1 { problems.append("\(event) was told \(count) times, of \(answers)") }
        }
        if answers.count != expected.count { problems.append("told besides: \(answers)") }
    }

    /// Has a further service come and go: that is told once, nothing else is, and what is asked of it
    /// is answered while it is there and refused afterwards.
    package func follow(
        _ characteristic: CharacteristicID, appear: @LoopActor () -> Void,
        vanish: @LoopActor () -> Void
    ) async {
        let before = events.count
        appear()
        await settle()
        call { link.read(characteristic) }
        await settle()
        vanish()
        await settle()
        call { link.read(characteristic) }
        await settle()
        let told = Array(events.dropFirst(before))
        guard told.count == 4, told[0] == .appeared(characteristic.service),
            case .read(characteristic, .success) = told[1],
            told[2] == .vanished(characteristic.service),
            told[3] == .read(characteristic, .failure(.attributeNotFound))
        else { return problems.append("a service that came and went: \(told)") }
    }

    /// Lets go of the phone: nothing is told after the end, and no call is answered.
    package func close() async {
        call { link.close(because: .stopping) }
        await settle()
        let count = events.count
        call {
            link.subscribe(to: .dataSource)
            link.write([0])
            link.close(because: .stopping)
        }
        await settle()
        if events.count != count { problems.append("told after the end: \(events.suffix(3))") }
    }

    private func call(_ body: () -> Void) {
        isCalling = true
        body()
        isCalling = false
    }

    private func take(_ event: LinkEvent) {
        if isCalling { problems.append("\(event) was told from within a call") }
        if hasClosed { problems.append("\(event) was told after the end") }
        if case .closed = event { hasClosed = true }
        events.append(event)
    }
}
