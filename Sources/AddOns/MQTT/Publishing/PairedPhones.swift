import Contract
import Notices

/// The phones that are paired, by what the bridge answers to two questions.
struct PairedPhones {
    /// Each once.
    private(set) var phones: [(id: PhoneID, name: String, battery: Int?)] = []
    /// Whether there are no others.
    private(set) var isComplete = false
    private let isSimulated: Bool

    /// Those that have been here since the bridge began.
    init(status: StatusAnswer) {
        isSimulated = status.radio?.kind == "simulated"
        for phone in status.phones { add(phone.phoneID, phone.name, phone.battery) }
    }

    /// Those and, where the bridge could tell, all that are paired; simulated ones are paired with nobody.
    ///
    /// - Parameter answer: nil where the bridge refuses it.
    func joined(by answer: PhonesAnswer?) -> PairedPhones {
        var all = self
        for phone in answer?.phones ?? [] { all.add(phone.phoneID, phone.name, phone.battery) }
        all.isComplete = answer != nil || isSimulated
        return all
    }

    private mutating func add(_ word: String, _ name: String, _ battery: Int?) {
        guard let id = PhoneID(word) else { return }
        if let index = phones.firstIndex(where: { $0.id == id }) {
            phones[index].battery = battery ?? phones[index].battery
        } else {
            phones.append((id, name, battery))
        }
    }
}
