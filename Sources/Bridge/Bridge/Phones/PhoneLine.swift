import Control
import Formats
import JSON
import Linux
import Notices
import Radio

/// A paired phone, as `phones` prints it.
struct PhoneLine {
    let phone: BondedPhone
    /// Reason why the state of the bond is unknown.
    var doubt: String?

    init(_ status: BondStatus) {
        phone = BondedPhone(status)
        doubt = status.doubt
    }

    /// Creates the line from an answer of the bridge.
    init(_ phone: BondedPhone) {
        self.phone = phone
    }

    /// The line for people.
    var sentence: String {
        let bond =
            switch (phone.isBonded, phone.isConnected) {
            case (_, true): "connected"
            case (true, _): "away"
            case (false, _): "bond lost: callboard forget, then pair again"
            case (nil, _): "unknown: \(doubt ?? "the Bluetooth service does not answer")"
            }
        let battery = phone.battery.map { "  battery \($0) %" } ?? ""
        let model = phone.model.map { "  \(Text($0).cleaned())" } ?? ""
        let state = phone.words.map { ", \($0)" } ?? ""
        return "\(phone.address)  \(Text(phone.name).cleaned())  \(bond)\(state)"
            + (phone.since.map { ", for \($0.age().roughWords)" } ?? "") + battery + model + "\n"
    }

    /// The line as JSON.
    var line: String {
        JSONWriter.lineText { writer in
            phone.writeFields(to: &writer)
        }
    }
}

extension BondedPhone {
    /// Creates an entry from this host's own records.
    init(_ status: BondStatus) {
        self.init()
        address = status.phone.address
        phoneID = PhoneID(ofBond: address).description
        name = status.phone.name
        isBonded = status.isBonded
        isConnected = status.isConnected
        battery = status.battery
    }
}
