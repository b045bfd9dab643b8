import Clients
import JSON
import Notices
import Radio

/// What is told of one phone that was paired here.
struct PhoneLine {
    var address: String
    var name: String
    /// Whether bluetoothd has the bond; nil where it could not be asked.
    var isBonded: Bool?
    var isConnected: Bool
    var battery: Int?
    /// Why that cannot be known.
    var doubt: String?
    /// What the running bridge says of it, in words, and since when.
    var state: String?
    var since: String?

    init(_ status: BondStatus) {
        address = status.phone.address
        name = status.phone.name
        isBonded = status.isBonded
        isConnected = status.isConnected
        battery = status.battery
        doubt = status.doubt
    }

    /// Reads what a bridge has told.
    init?(_ value: JSONValue) {
        guard let address = value.text("address"), let name = value.text("name") else { return nil }
        self.address = address
        self.name = name
        if case .bool(let isBonded) = value["bonded"]?.content { self.isBonded = isBonded }
        isConnected = value.isTrue("connected")
        battery = value.number("battery")
        state = value.text("words")
        since = value.text("since")
    }

    /// For people.
    var sentence: String {
        let bond =
            switch (isBonded, isConnected) {
            case (_, true): "connected"
            case (true, _): "away"
            case (false, _): "bond lost: callboard forget, then pair anew"
            case (nil, _): "unknown: \(doubt ?? "the Bluetooth service does not answer")"
            }
        let battery = battery.map { "  battery \($0) %" } ?? ""
        let state = state.map { ", \($0)" } ?? ""
        return "\(address)  \(Text(name).cleaned())  \(bond)\(state)"
            + (since.map { StatusPage.clause(since: $0) } ?? "") + battery + "\n"
    }

    /// For programs, as members of an object.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("address", address)
        writer.member("phone_id", PhoneID(ofBond: address).description)
        writer.member("name", name)
        if let isBonded { writer.member("bonded", isBonded) }
        writer.member("connected", isConnected)
        if let battery { writer.member("battery", battery) }
        if let state { writer.member("words", state) }
        if let since { writer.member("since", since) }
        writer.endObject()
    }

    /// For programs, as a line.
    var line: String {
        var writer = JSONWriter()
        write(to: &writer)
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
