import Notices

/// Players of other programs on the bus, of which some may show a phone of the bridge.
struct OtherPlayers: Sendable {
    /// Identities by bus name; nil if unknown.
    private var identities: [String: String?] = [:]

    /// Adds or updates a player.
    ///
    /// - Returns: whether the player is watched, and not ignored as one too many.
    mutating func put(_ busName: String, identity: String?) -> Bool {
        guard identities[busName] != nil || identities.count < DesktopLimits.others else {
            return false
        }
        identities.updateValue(identity, forKey: busName)
        return true
    }

    mutating func remove(_ busName: String) { identities[busName] = nil }

    mutating func removeAll() { identities = [:] }

    func has(_ busName: String) -> Bool { identities[busName] != nil }

    /// Whether a bus name belongs to a player that could show a phone.
    static func isOther(_ busName: String) -> Bool {
        busName.hasPrefix(MPRIS.root + ".") && !busName.hasPrefix(MPRIS.ours)
            && busName != MPRIS.repeater && !busName.hasPrefix(MPRIS.repeater + ".")
    }

    /// Returns the phones that other programs show.
    ///
    /// - Parameter addresses: Bluetooth addresses of phones, as far as they are known.
    func shown(
        of phones: [PhoneName], addresses: [PhoneName.Key: String]
    ) -> Set<PhoneName.Key> {
        var shown: Set<PhoneName.Key> = []
        for (busName, identity) in identities {
            let word = busName.dropFirst(MPRIS.root.count + 1)
            for phone in phones {
                if let address = addresses[phone.key], Self.names(word, address: address) {
                    shown.insert(phone.key)
                }
            }
            // A phone called iPhone is not the one that is called iPhone 2.
            let named = phones.filter {
                Self.names(word, identity: identity, MPRIS.identity(of: $0))
            }
            let longest = named.map { MPRIS.identity(of: $0).utf8.count }.max()
            shown.formUnion(
                named.filter { MPRIS.identity(of: $0).utf8.count == longest }.map(\.key))
        }
        return shown
    }

    /// Whether a bus name contains an address, with `_` between its bytes.
    private static func names(_ word: Substring, address: String) -> Bool {
        let form = address.lowercased().map { $0 == ":" ? "_" : $0 }
        let isAddress = form.count == 17 && address.utf8.count == 17 && address.contains(":")
        return isAddress && word.lowercased().contains(String(form))
    }

    /// Whether a player is named after a phone.
    ///
    /// mpris-proxy of BlueZ puts the name of the phone before that of its app, in the identity and in the bus name, where other
    /// characters become `_`. KDE Connect puts it behind that of the app.
    private static func names(_ word: Substring, identity: String?, _ phone: String) -> Bool {
        if let identity = MPRIS.text(identity.map { Text($0) }) {
            return identity == phone || identity.hasPrefix(phone + " ")
                || identity.hasSuffix(" - " + phone)
        }
        let plain = canonical(phone)
        return word == plain || word.hasPrefix(plain + "_")
    }

    private static func canonical(_ name: String) -> String {
        let plain = name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "_"
            }
        }
        let startsWithDigit = plain.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        return startsWithDigit ? "bt_" + plain : plain
    }
}
