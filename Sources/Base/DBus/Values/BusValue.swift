/// A D-Bus value.
package enum BusValue: Hashable, Sendable {
    /// Type `y`.
    case byte(UInt8)
    /// Type `b`.
    case bool(Bool)
    /// Type `n`.
    case int16(Int16)
    /// Type `q`.
    case uint16(UInt16)
    /// Type `i`.
    case int32(Int32)
    /// Type `u`.
    case uint32(UInt32)
    /// Type `x`.
    case int64(Int64)
    /// Type `t`.
    case uint64(UInt64)
    /// Type `d`.
    case double(Double)
    /// Type `s`.
    case string(String)
    /// Type `o`.
    case path(ObjectPath)
    /// Type `g`.
    case signature(BusSignature)
    /// An array of bytes, `ay`.
    case bytes([UInt8])
    /// An array of any other type.
    case array(of: BusSignature, [BusValue])
    /// A dictionary `a{sv}`, its values without variants.
    case dictionary([String: BusValue])
    /// Any other dictionary.
    indirect case map(key: BusSignature, value: BusSignature, [BusEntry])
    /// A structure.
    case structure([BusValue])
    /// A variant, `v`.
    indirect case variant(BusValue)
    /// An open descriptor, `h`.
    case descriptor(BusDescriptor)
}

/// One entry of a dictionary.
package struct BusEntry: Hashable, Sendable {
    package let key: BusValue
    package let value: BusValue

    package init(key: BusValue, value: BusValue) {
        self.key = key
        self.value = value
    }
}

extension BusValue {
    /// Returns an array of strings, `as`.
    package static func strings(_ strings: [String]) -> BusValue {
        .array(of: "s", strings.map { .string($0) })
    }

    /// Returns an array of object paths, `ao`.
    package static func paths(_ paths: [ObjectPath]) -> BusValue {
        .array(of: "o", paths.map { .path($0) })
    }

    /// The type of this value.
    package var type: BusSignature {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(let element, _): BusSignature(rawValue: "a\(element)")
        case .dictionary: "a{sv}"
        case .map(let key, let value, _): BusSignature(rawValue: "a{\(key)\(value)}")
        case .structure(let members): BusSignature(rawValue: "(\(BusSignature(of: members)))")
        case .variant: "v"
        case .descriptor: "h"
        }
    }
}

extension BusSignature {
    /// Creates the signature of several values.
    package init(of values: [BusValue]) {
        self.init(rawValue: values.map(\.type.rawValue).joined())
    }
}
