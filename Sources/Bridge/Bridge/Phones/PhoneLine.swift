import Contract
import Formats
import JSON
import Linux
import Notices
import Radio

/// One phone that was paired here, as `phones` prints it.
struct PhoneLine {
    let phone: BondedPhone
    /// Why it cannot be known whether the host has the bond.
    var doubt: String?

    init(_ status: BondStatus) {
        phone = BondedPhone(status)
        doubt = status.doubt
    }

    /// What a bridge has told.
    init(_ phone: BondedPhone) {
        self.phone = phone
    }

    /// For people.
    var sentence: String {
        let bond =
            switch (phone.isBonded, phone.isConnected) {
            case (_, true): "connected"
            case (true, _): "away"
            case (false, _): "bond lost: callboard forget, then pair anew"
            case (nil, _): "unknown: \(doubt ?? "the Bluetooth service does not answer")"
            }
        let battery = phone.battery.map { "  battery \($0) %" } ?? ""
        let state = phone.words.map { ", \($0)" } ?? ""
        return "\(phone.address)  \(Text(phone.name).cleaned())  \(bond)\(state)"
            + (phone.since.map { ", for \($0.age().roughWords)" } ?? "") + battery + "\n"
    }

    /// For programs.
    var line: String {
        JSONWriter.lineText { writer in
            phone.writeFields(to: &writer)
        }
    }
}

extension BondedPhone {
    /// What the host's own book says of a phone.
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
