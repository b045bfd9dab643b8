/// Typed access to values; each property is nil for a value of another type.
///
/// Variants are unwrapped, and nothing is converted.
extension BusValue {
    /// The value without the variants around it.
    package var unwrapped: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    package var asString: String? {
        if case .string(let text) = unwrapped { text } else { nil }
    }

    package var asPath: ObjectPath? {
        if case .path(let path) = unwrapped { path } else { nil }
    }

    package var asBool: Bool? {
        if case .bool(let value) = unwrapped { value } else { nil }
    }

    /// An integer of any width; nil if it does not fit `Int`.
    package var asInt: Int? {
        switch unwrapped {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The bytes of an array of bytes.
    package var asBytes: [UInt8]? {
        if case .bytes(let bytes) = unwrapped { bytes } else { nil }
    }

    /// The strings of an array of strings.
    package var asStrings: [String]? {
        guard case .array("s", let elements) = unwrapped else { return nil }
        return elements.compactMap(\.asString)
    }

    /// The members of a structure.
    package var asStructure: [BusValue]? {
        if case .structure(let members) = unwrapped { members } else { nil }
    }

    package var asDescriptor: BusDescriptor? {
        if case .descriptor(let descriptor) = unwrapped { descriptor } else { nil }
    }

    /// A dictionary with string keys, its values without variants.
    package var asDictionary: [String: BusValue]? {
        switch unwrapped {
        case .dictionary(let values): return values
        case .map("s", _, let entries):
            var values: [String: BusValue] = [:]
            for entry in entries {
                if let key = entry.key.asString { values[key] = entry.value.unwrapped }
            }
            return values
        default: return nil
        }
    }

    /// The entries of any dictionary.
    package var asEntries: [BusEntry]? {
        switch unwrapped {
        case .dictionary(let values):
            values.map { BusEntry(key: .string($0.key), value: .variant($0.value)) }
        case .map(_, _, let entries): entries
        default: nil
        }
    }

    /// The result of `GetManagedObjects`: properties by interface by path.
    package var asObjects: [ObjectPath: [String: [String: BusValue]]]? {
        guard case .map("o", "a{sa{sv}}", let entries) = unwrapped else { return nil }
        var objects: [ObjectPath: [String: [String: BusValue]]] = [:]
        for entry in entries {
            if let path = entry.key.asPath { objects[path] = entry.value.asInterfaces }
        }
        return objects
    }

    /// Properties by interface, as in `InterfacesAdded`.
    package var asInterfaces: [String: [String: BusValue]]? {
        asDictionary?.compactMapValues(\.asDictionary)
    }
}
