import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// One line of a script: what the phone or the owner does, or what the client must do next.
enum Line {
    /// The phone sends this, in hex.
    case phone(String, _ meaning: String)
    /// The client sends this, in hex.
    case client(String, _ meaning: String)
    /// The client reports this.
    case reports(GATTEvent)
    /// The owner asks for something.
    case owner(GATTOperation, as: UInt64)
    /// Time passes.
    case wait(Duration)
}

/// A client with or without a server beside it, its clock, and the actions it was not yet asked about.
struct Stage {
    var bearer: Bearer
    var client: GATTClient {
        get { bearer.client }
        set { bearer.client = newValue }
    }
    var now: Duration = .seconds(1000)
    private(set) var actions: [GATTAction] = []

    init(_ client: GATTClient = TestService.client(), server: GATTServer? = nil) {
        bearer = Bearer(client, server: server)
    }

    /// A client that has found the service of a phone and is at rest.
    static func ready(_ phone: inout TestPhone) -> Stage {
        var stage = Stage()
        stage.begin()
        stage.converse(with: &phone)
        stage.actions = []
        return stage
    }

    mutating func begin() {
        actions += bearer.start(at: now)
    }

    mutating func receive(_ pdu: [UInt8]) {
        actions += bearer.receive(pdu, at: now)
    }

    mutating func perform(_ operation: GATTOperation, as id: UInt64) {
        actions += bearer.perform(operation, as: OperationID(rawValue: id), at: now)
    }

    mutating func wait(_ time: Duration) {
        now += time
        actions += bearer.advance(to: now)
    }

    mutating func takeActions() -> [GATTAction] {
        defer { actions = [] }
        return actions
    }

    /// Lets a phone answer everything until there is nothing more to answer; returns the reports.
    @discardableResult
    mutating func converse(with phone: inout TestPhone) -> [GATTEvent] {
        var events: [GATTEvent] = []
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .send(let pdu):
                if let answer = phone.answer(pdu) { receive(answer) }
            case .report(let event):
                events.append(event)
            }
        }
        return events
    }

    /// Plays a script; the client must do exactly what it says, in that order.
    mutating func play(_ lines: [Line], _ location: SourceLocation = #_sourceLocation) {
        for line in lines {
            switch line {
            case .client(let bytes, let meaning):
                expect(.send(hex(bytes)), meaning, location)
            case .reports(let event):
                expect(.report(event), "\(event)", location)
            case .phone(let bytes, let meaning):
                expectNothing(before: "the phone's \(meaning)", location)
                receive(hex(bytes))
            case .owner(let operation, let id):
                expectNothing(before: "the owner's \(operation)", location)
                perform(operation, as: id)
            case .wait(let time):
                expectNothing(before: "the wait", location)
                wait(time)
            }
        }
        expectNothing(before: "the end", location)
    }

    private mutating func expect(
        _ expected: GATTAction, _ meaning: String, _ location: SourceLocation
    ) {
        let actual = actions.isEmpty ? nil : actions.removeFirst()
        #expect(actual == expected, "\(meaning)", sourceLocation: location)
    }

    private mutating func expectNothing(before next: String, _ location: SourceLocation) {
        #expect(actions.isEmpty, "before \(next)", sourceLocation: location)
        actions = []
    }
}

extension GATTEvent {
    static func completed(_ id: UInt64, _ outcome: OperationOutcome) -> GATTEvent {
        .completed(OperationID(rawValue: id), outcome)
    }
}
