/// Check of values before sending: libdbus aborts the process for an invalid one.
struct ValueCheck {
    private var values = 0
    private var bytes = 0

    /// Throws unless these can be the arguments of one message.
    static func check(_ arguments: [BusValue]) throws(BusError) {
        var check = ValueCheck()
        for argument in arguments { try check.visit(argument, depth: 0) }
        try BusNames.check(signature: BusSignature(of: arguments))
    }

    private mutating func visit(_ value: BusValue, depth: Int) throws(BusError) {
        guard depth < BusLimits.depth else { throw .invalid(.tooDeep) }
        // Eight bytes are the widest number, and the largest padding between two values.
        try count(bytes: 8)
        switch value {
        case .byte, .bool, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: break
        case .string(let text):
            try BusNames.check(text: text)
            try count(bytes: text.utf8.count + 8)
        case .path(let path):
            try BusNames.check(path: path)
            try count(bytes: path.rawValue.utf8.count + 8)
        case .signature(let signature):
            try BusNames.check(signature: signature)
            try count(bytes: signature.rawValue.utf8.count)
        case .bytes(let bytes):
            try count(bytes: bytes.count + 8)
        case .array(let element, let elements):
            try visit(elements, of: element, depth: depth)
        case .dictionary(let entries):
            for (key, value) in entries {
                try visit(.string(key), depth: depth + 1)
                try visit(.variant(value), depth: depth + 1)
            }
        case .map(let key, let value, let entries):
            try BusNames.check(type: BusSignature(rawValue: "a{\(key)\(value)}"))
            try visit(entries.map(\.key), of: key, depth: depth)
            try visit(entries.map(\.value), of: value, depth: depth)
        case .structure(let members):
            for member in members { try visit(member, depth: depth + 1) }
        case .variant(let inner):
            try visit(inner, depth: depth + 1)
            try BusNames.check(type: inner.type)
        case .descriptor(let descriptor):
            guard descriptor.withNumber({ $0 >= 0 }) == true else { throw .invalid(.descriptor) }
        }
    }

    private mutating func visit(
        _ elements: [BusValue], of type: BusSignature, depth: Int
    ) throws(BusError) {
        try BusNames.check(type: type)
        for element in elements {
            try visit(element, depth: depth + 1)
            guard element.type == type else { throw .invalid(.mixedTypes) }
        }
    }

    private mutating func count(bytes more: Int) throws(BusError) {
        values += 1
        bytes += more
        guard values <= BusLimits.values, bytes <= BusLimits.messageBytes else {
            throw .invalid(.tooLarge)
        }
    }
}
