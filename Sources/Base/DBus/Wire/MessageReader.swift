internal import CDBus
internal import Linux

extension Message {
    /// Returns the arguments; throws if they exceed `BusLimits`.
    func arguments() throws(BusError) -> [BusValue] {
        var iterator = unsafe DBusMessageIter()
        guard unsafe dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
        var reader = MessageReader()
        return try unsafe reader.readAll(&iterator, depth: 0)
    }
}

/// Reader of values; libdbus has already validated their encoding.
private struct MessageReader {
    private var count = 0

    mutating func readAll(
        _ iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while unsafe dbus_message_iter_get_arg_type(&iterator) != 0 {
            values.append(try unsafe read(&iterator, depth: depth))
            unsafe dbus_message_iter_next(&iterator)
        }
        return values
    }

    private mutating func read(
        _ iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) -> BusValue {
        guard depth < BusLimits.depth else { throw .invalid(.tooDeep) }
        count += 1
        guard count <= BusLimits.values else { throw .invalid(.tooLarge) }
        let type = UInt8(truncatingIfNeeded: unsafe dbus_message_iter_get_arg_type(&iterator))
        switch Unicode.Scalar(type) {
        case "y": return .byte(unsafe basic(&iterator, zero: 0))
        case "b": return .bool(unsafe basic(&iterator, zero: dbus_bool_t(0)) != 0)
        case "n": return .int16(unsafe basic(&iterator, zero: 0))
        case "q": return .uint16(unsafe basic(&iterator, zero: 0))
        case "i": return .int32(unsafe basic(&iterator, zero: 0))
        case "u": return .uint32(unsafe basic(&iterator, zero: 0))
        case "x": return .int64(unsafe basic(&iterator, zero: 0))
        case "t": return .uint64(unsafe basic(&iterator, zero: 0))
        case "d": return .double(unsafe basic(&iterator, zero: 0))
        case "s": return .string(unsafe text(&iterator))
        case "o": return .path(ObjectPath(rawValue: unsafe text(&iterator)))
        case "g": return .signature(BusSignature(rawValue: unsafe text(&iterator)))
        case "h": return try unsafe descriptor(&iterator)
        case "a": return try unsafe array(&iterator, depth: depth)
        case "r": return .structure(try unsafe inside(&iterator, depth: depth))
        case "v":
            guard let inner = try unsafe inside(&iterator, depth: depth).first else { break }
            return .variant(inner)
        default: break
        }
        throw .invalid(.signature)
    }

    private func basic<Value: BitwiseCopyable>(
        _ iterator: inout DBusMessageIter, zero: Value
    ) -> Value {
        var value = zero
        unsafe dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    private func text(_ iterator: inout DBusMessageIter) -> String {
        let characters: UnsafePointer<CChar>? = unsafe basic(&iterator, zero: nil)
        return unsafe characters.map { unsafe String(cString: $0) } ?? ""
    }

    private func descriptor(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
        // libdbus returns a duplicate, or a negative number if it cannot make one.
        let number = unsafe basic(&iterator, zero: Int32(-1))
        guard number >= 0 else { throw .invalid(.descriptor) }
        return .descriptor(BusDescriptor(FileDescriptor(owning: number)))
    }

    private mutating func inside(
        _ iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) -> [BusValue] {
        var inner = unsafe DBusMessageIter()
        unsafe dbus_message_iter_recurse(&iterator, &inner)
        return try unsafe readAll(&inner, depth: depth + 1)
    }

    private mutating func array(
        _ iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) -> BusValue {
        let type = unsafe elementType(of: &iterator)
        if type == "y" { return .bytes(unsafe bytes(&iterator)) }
        guard type.first == "{" else {
            return .array(
                of: BusSignature(rawValue: type), try unsafe inside(&iterator, depth: depth))
        }
        let entries = try unsafe entries(&iterator, depth: depth)
        if type == "{sv}" {
            var values: [String: BusValue] = [:]
            for entry in entries {
                guard case (.string(let key), .variant(let value)) = (entry.key, entry.value) else {
                    throw .invalid(.signature)
                }
                values[key] = value
            }
            return .dictionary(values)
        }
        // The type of a key is always one character.
        return .map(
            key: BusSignature(rawValue: String(type.dropFirst().prefix(1))),
            value: BusSignature(rawValue: String(type.dropFirst(2).dropLast())), entries)
    }

    private func elementType(of iterator: inout DBusMessageIter) -> String {
        guard let characters = unsafe dbus_message_iter_get_signature(&iterator) else { return "" }
        defer { unsafe dbus_free(characters) }
        return String(unsafe String(cString: characters).dropFirst())
    }

    private func bytes(_ iterator: inout DBusMessageIter) -> [UInt8] {
        var inner = unsafe DBusMessageIter()
        unsafe dbus_message_iter_recurse(&iterator, &inner)
        var start: UnsafePointer<UInt8>?
        var length: Int32 = 0
        unsafe dbus_message_iter_get_fixed_array(&inner, &start, &length)
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(length)))
    }

    private mutating func entries(
        _ iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) -> [BusEntry] {
        var inner = unsafe DBusMessageIter()
        unsafe dbus_message_iter_recurse(&iterator, &inner)
        var entries: [BusEntry] = []
        while unsafe dbus_message_iter_get_arg_type(&inner) != 0 {
            let pair = try unsafe inside(&inner, depth: depth)
            guard pair.count == 2 else { throw .invalid(.signature) }
            entries.append(BusEntry(key: pair[0], value: pair[1]))
            unsafe dbus_message_iter_next(&inner)
        }
        return entries
    }
}
