/// One value as the bus carries it.
package enum BusValue: Hashable, Sendable {
    /// The letter `y`.
    case byte(UInt8)
    /// The letter `b`.
    case bool(Bool)
    /// The letter `n`.
    case int16(Int16)
    /// The letter `q`.
    case uint16(UInt16)
    /// The letter `i`.
    case int32(Int32)
    /// The letter `u`.
    case uint32(UInt32)
    /// The letter `x`.
    case int64(Int64)
    /// The letter `t`.
    case uint64(UInt64)
    /// The letter `d`.
    case double(Double)
    /// The letter `s`.
    case string(String)
    /// The letter `o`.
    case path(ObjectPath)
    /// The letter `g`.
    case signature(BusSignature)
    /// An array of bytes, `ay`.
    case bytes([UInt8])
    /// An array of any other type.
    case array(of: BusSignature, [BusValue])
    /// A dictionary of variants by string, `a{sv}`, without the variants around its values.
    case dictionary([String: BusValue])
    /// Any other dictionary.
    indirect case map(key: BusSignature, value: BusSignature, [BusEntry])
    /// Values of any types in a row, in parentheses.
    case structure([BusValue])
    /// A value that brings its own type, `v`.
    indirect case variant(BusValue)
    /// An open descriptor, `h`.
    case descriptor(BusDescriptor)
}

/// One entry of a dictionary.
package struct BusEntry: Hashable, Sendable {
    /// What is looked for.
    package let key: BusValue
    /// What is found there.
    package let value: BusValue

    /// One pair of a dictionary.
    package init(key: BusValue, value: BusValue) {
        self.key = key
        self.value = value
    }
}

extension BusValue {
    /// An array of strings, `as`.
    package static func strings(_ strings: [String]) -> BusValue {
        .array(of: "s", strings.map { .string($0) })
    }

    /// An array of object paths, `ao`.
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
    /// The types of several values in a row.
    package init(of values: [BusValue]) {
        self.init(rawValue: values.map(\.type.rawValue).joined())
    }
}
