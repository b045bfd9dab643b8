import Control
import Notices

/// The paired phones, from the answers to two requests.
struct PairedPhones {
    private(set) var phones: [(id: PhoneID, name: String, battery: Int?)] = []
    /// Whether the list is complete.
    private(set) var isComplete = false
    private let isSimulated: Bool

    /// Phones that have been connected since the bridge started.
    init(status: StatusAnswer) {
        isSimulated = status.radio?.kind == "simulated"
        for phone in status.phones { add(phone.phoneID, phone.name, phone.battery) }
    }

    /// Adds all paired phones.
    ///
    /// The list is complete if there is an answer, or if the radio is simulated: simulated phones are never paired.
    ///
    /// - Parameter answer: nil if the bridge refuses the request.
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
