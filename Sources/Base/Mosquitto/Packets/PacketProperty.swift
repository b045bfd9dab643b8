/// A property of MQTT 5: its format, and the broker packets that may contain it.
struct PacketProperty {
    /// The encoding of a value.
    enum Form {
        case byte
        case twoBytes
        case fourBytes
        /// A number of one to four bytes.
        case variable
        /// A length of two bytes, and as many bytes.
        case text
        case pair
    }

    let form: Form
    private let kinds: Set<PacketKind>

    /// Returns whether such a packet may contain it.
    func belongs(to kind: PacketKind) -> Bool { kinds.contains(kind) }

    /// Returns the property of a number; nil if the specification has none.
    static func of(_ number: UInt32) -> PacketProperty? { all[number] }

    private static let acknowledgements: Set<PacketKind> = [
        .connack, .puback, .pubrec, .pubrel, .pubcomp, .suback, .unsuback, .disconnect, .auth,
    ]

    // Section 2.2.2.2 of the specification. Properties sent only by clients have no packets here.
    private static let all: [UInt32: PacketProperty] = [
        1: PacketProperty(form: .byte, kinds: [.publish]),
        2: PacketProperty(form: .fourBytes, kinds: [.publish]),
        3: PacketProperty(form: .text, kinds: [.publish]),
        8: PacketProperty(form: .text, kinds: [.publish]),
        9: PacketProperty(form: .text, kinds: [.publish]),
        11: PacketProperty(form: .variable, kinds: [.publish]),
        17: PacketProperty(form: .fourBytes, kinds: [.connack, .disconnect]),
        18: PacketProperty(form: .text, kinds: [.connack]),
        19: PacketProperty(form: .twoBytes, kinds: [.connack]),
        21: PacketProperty(form: .text, kinds: [.connack, .auth]),
        22: PacketProperty(form: .text, kinds: [.connack, .auth]),
        23: PacketProperty(form: .byte, kinds: []),
        24: PacketProperty(form: .fourBytes, kinds: []),
        25: PacketProperty(form: .byte, kinds: []),
        26: PacketProperty(form: .text, kinds: [.connack]),
        28: PacketProperty(form: .text, kinds: [.connack, .disconnect]),
        31: PacketProperty(form: .text, kinds: acknowledgements),
        33: PacketProperty(form: .twoBytes, kinds: [.connack]),
        34: PacketProperty(form: .twoBytes, kinds: [.connack]),
        35: PacketProperty(form: .twoBytes, kinds: [.publish]),
        36: PacketProperty(form: .byte, kinds: [.connack]),
        37: PacketProperty(form: .byte, kinds: [.connack]),
        38: PacketProperty(form: .pair, kinds: acknowledgements.union([.publish])),
        39: PacketProperty(form: .fourBytes, kinds: [.connack]),
        40: PacketProperty(form: .byte, kinds: [.connack]),
        41: PacketProperty(form: .byte, kinds: [.connack]),
        42: PacketProperty(form: .byte, kinds: [.connack]),
    ]
}
