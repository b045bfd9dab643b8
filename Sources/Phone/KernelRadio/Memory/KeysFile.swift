import JSON

/// Format of the file of keys: a line of JSON, and a line with its checksum.
enum KeysFile {
    static let format = 1
    private static let checksumWord = "crc32 "

    static func bytes(of ring: KeyRing) -> [UInt8] {
        let line = JSONWriter.line { writer in
            writer.member("format", format)
            writer.member("host_key", ring.hostKey.hexadecimal)
            writer.array("bonds") { writer in
                for bond in ring.bonds { write(bond, to: &writer) }
            }
        }
        return line + Array("\(checksumWord)\(sum(line).hexadecimal)\n".utf8)
    }

    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        let sum = Checksum.crc32(bytes)
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    private static func write(_ bond: Bond, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("adapter", bond.adapter.description)
            writer.member("address", bond.peer.address.description)
            writer.member("kind", bond.peer.kind.rawValue)
            if let key = bond.identityKey { writer.member("identity_key", key.value.hexadecimal) }
            writer.objects("keys", bond.keys) { writer, key in
                writer.member("kind", key.kind.rawValue)
                writer.member("central", key.isCentral)
                writer.member("size", key.size)
                writer.member("ediv", key.ediv)
                writer.member("random", key.random.hexadecimal)
                writer.member("value", key.value.hexadecimal)
            }
        }
    }

    /// Parses the output of `bytes(of:)`; the text of the error contains no key.
    static func read(_ bytes: [UInt8]) throws(KeysDamage) -> KeyRing {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            throw KeysDamage("it has no checksum")
        }
        let body = Array(bytes[...end])
        let wanted = "\(checksumWord)\(sum(body).hexadecimal)\n"
        guard bytes[(end + 1)...].elementsEqual(wanted.utf8) else {
            throw KeysDamage("its checksum does not match its content")
        }
        do throws(JSONError) {
            return try ring(JSONField(JSONValue(parsing: body)))
        } catch {
            // Only the position is reported, because the text may quote the content.
            throw KeysDamage(
                "line \(error.position.line), column \(error.position.column) is invalid")
        }
    }

    private static func ring(_ field: JSONField) throws(JSONError) -> KeyRing {
        let fields = try JSONFields(of: field, allowed: ["format", "host_key", "bonds"])
        _ = try fields.required("format").integer(in: format...format)
        var ring = KeyRing(
            hostKey: try fields.required("host_key").hexadecimal(KeyRing.hostKeyLength))
        for element in try fields.required("bonds").elements() {
            ring.add(try bond(element))
        }
        return ring
    }

    private static func bond(_ field: JSONField) throws(JSONError) -> Bond {
        let fields = try JSONFields(
            of: field, allowed: ["adapter", "address", "kind", "identity_key", "keys"])
        let kind = try fields.required("kind").integer(in: 0...Int(UInt8.max))
        let peer = PeerAddress(
            try address(fields.required("address")),
            AddressKind(rawValue: UInt8(truncatingIfNeeded: kind)))
        var keys: [LongTermKey] = []
        for element in try fields.required("keys").elements() {
            keys.append(try key(element, of: peer))
        }
        var identityKey: IdentityResolvingKey?
        if let field = fields["identity_key"] {
            identityKey = IdentityResolvingKey(
                peer: peer, value: try field.hexadecimal(LongTermKey.valueLength))
        }
        return Bond(
            adapter: try address(fields.required("adapter")), peer: peer, keys: keys,
            identityKey: identityKey)
    }

    private static func key(
        _ field: JSONField, of peer: PeerAddress
    ) throws(JSONError) -> LongTermKey {
        let fields = try JSONFields(
            of: field, allowed: ["kind", "central", "size", "ediv", "random", "value"])
        let kind = try fields.required("kind").integer(in: 0...Int(UInt8.max))
        let key = LongTermKey(
            peer: peer, kind: LongTermKeyKind(rawValue: UInt8(truncatingIfNeeded: kind)),
            isCentral: try fields.required("central").bool(),
            size: UInt8(truncatingIfNeeded: try fields.required("size").integer(in: 0...255)),
            ediv: UInt16(truncatingIfNeeded: try fields.required("ediv").integer(in: 0...65535)),
            random: try fields.required("random").hexadecimal(LongTermKey.randomLength),
            value: try fields.required("value").hexadecimal(LongTermKey.valueLength))
        guard let key else { throw field.error("is not a key") }
        return key
    }

    private static func address(_ field: JSONField) throws(JSONError) -> BluetoothAddress {
        guard let address = BluetoothAddress(try field.string()) else {
            throw field.error("is not an address")
        }
        return address
    }
}

/// Error of parsing the keys, in a text without keys.
struct KeysDamage: Error, Hashable, Sendable {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
