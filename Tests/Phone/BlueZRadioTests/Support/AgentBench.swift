import DBus
import Linux
import Radio
import Support

@testable import BlueZRadio

/// What bluetoothd asks the agent.
extension FakeBluetoothd {
    typealias Answer = Result<[BusValue], BusError>

    func askAgent(_ member: String, _ arguments: BusValue...) async -> Answer {
        await askAgent(member, arguments)
    }

    /// Asks with as many of these arguments as the method takes.
    func askAgent(_ member: String, _ most: [BusValue]) async -> Answer {
        let counts = ["RequestConfirmation": 2, "DisplayPasskey": 3, "RequestAuthorization": 1]
        let arguments = Array(most.prefix(counts[member] ?? most.count))
        guard let agent else { return .failure(.disconnected) }
        return await ask(agent.client, agent.path, "org.bluez.Agent1", member, arguments)
    }

    /// Asks and does not wait for the answer.
    func beginAsking(_ member: String, _ arguments: BusValue...) -> PendingAnswer {
        let pending = PendingAnswer()
        guard let agent else { return pending }
        tell(BusCall(agent.client, agent.path, "org.bluez.Agent1", member, arguments)) {
            pending.answer = $0
        }
        return pending
    }
}

/// An answer that comes when it comes.
@LoopActor
final class PendingAnswer {
    var answer: FakeBluetoothd.Answer?

    /// The error's name, "yes" where there is none, nil where no answer comes.
    func word() async -> String? {
        _ = await eventually { self.answer != nil }
        return answer.map { FakeBluetoothd.word($0) }
    }
}

extension FakeBluetoothd {
    static func word(_ answer: Answer) -> String {
        switch answer {
        case .success: "yes"
        case .failure(.remote(let name, _)): name
        case .failure(let error): "\(error)"
        }
    }
}

/// A question to a person.
struct Question {
    let number: String?
    let phone: String
    let answer: @LoopActor (Bool) -> Void
}

extension WatchedBlueZ {
    var questions: [Question] {
        pairing.compactMap { event in
            switch event {
            case .compare(let number, let phone, let answer):
                Question(number: number, phone: phone, answer: answer)
            case .confirm(let phone, let answer):
                Question(number: nil, phone: phone, answer: answer)
            default: nil
            }
        }
    }

    /// The questions whether an old bond is to be forgotten.
    var oldBonds: [Question] {
        pairing.compactMap { event in
            guard case .oldBond(let phone, _, let answer) = event else { return nil }
            return Question(number: nil, phone: phone, answer: answer)
        }
    }

    var passkeys: [String] {
        pairing.compactMap { if case .passkey(let number, _) = $0 { number } else { nil } }
    }

    /// Waits for the next question.
    func question() async throws -> Question {
        _ = await eventually { !self.questions.isEmpty }
        guard let question = questions.last else { throw Missing() }
        return question
    }

    /// The names of phones that were turned away, in order.
    var turnedAway: [String] {
        pairing.compactMap { if case .turnedAway(let phone) = $0 { phone } else { nil } }
    }

    var withdrawals: Int {
        pairing.count { if case .withdrawn = $0 { true } else { false } }
    }

    func ends(_ end: PairingEnd) async -> Bool {
        _ = await eventually { self.pairingEnd != nil }
        return pairingEnd == end
            && pairing.count { if case .closed = $0 { true } else { false } } == 1
    }
}
