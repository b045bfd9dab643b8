import Control
import JSON
import Notices

/// The phones that are paired, by what the bridge answers to two questions.
struct PairedPhones {
    /// Each once.
    private(set) var phones: [(id: PhoneID, name: String, battery: Int?)] = []
    /// Whether there are no others.
    private(set) var isComplete = false
    private let isSimulated: Bool

    /// Those that have been here since the bridge began.
    init(status: JSONValue) {
        isSimulated = status["radio"]?.text("kind") == "simulated"
        for phone in status.list("phones") { add(phone) }
    }

    /// Those and, where the bridge could tell, all that are paired; simulated ones are paired with nobody.
    func joined(by reply: ControlReply) -> PairedPhones {
        var all = self
        switch reply.outcome {
        case .done(let answer):
            for phone in answer.list("phones") { all.add(phone) }
            all.isComplete = true
        case .refused: all.isComplete = isSimulated
        }
        return all
    }

    private mutating func add(_ phone: JSONValue) {
        guard let id = phone.text("phone_id").flatMap(PhoneID.init), let name = phone.text("name")
        else { return }
        let battery = phone.number("battery") ?? battery(in: phone)
        if let index = phones.firstIndex(where: { $0.id == id }) {
            phones[index].battery = battery ?? phones[index].battery
        } else {
            phones.append((id, name, battery))
        }
    }

    /// What the phone itself says through its own service.
    private func battery(in phone: JSONValue) -> Int? {
        phone.list("facts").first { $0.text("name") == "battery" }?.number("value")
    }
}
