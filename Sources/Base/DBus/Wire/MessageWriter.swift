internal import CDBus

extension Message {
    /// Appends arguments after checking them.
    func append(_ arguments: [BusValue]) throws(BusError) {
        try ValueCheck.check(arguments)
        try appendChecked(arguments)
    }

    /// Appends arguments that were already checked.
    func appendChecked(_ arguments: [BusValue]) throws(BusError) {
        var writer = MessageWriter(of: self)
        for argument in arguments { try writer.write(argument) }
    }
}

/// Writer of checked values.
@safe
private struct MessageWriter {
    private var iterator: DBusMessageIter

    private init() {
        unsafe iterator = DBusMessageIter()
    }

    init(of message: borrowing Message) {
        unsafe iterator = DBusMessageIter()
        unsafe dbus_message_iter_init_append(message.pointer, &iterator)
    }

    mutating func write(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let number): try write(number, "y")
        case .bool(let value): try write(dbus_bool_t(value ? 1 : 0), "b")
        case .int16(let number): try write(number, "n")
        case .uint16(let number): try write(number, "q")
        case .int32(let number): try write(number, "i")
        case .uint32(let number): try write(number, "u")
        case .int64(let number): try write(number, "x")
        case .uint64(let number): try write(number, "t")
        case .double(let number): try write(number, "d")
        case .string(let text): try write(text, "s")
        case .path(let path): try write(path.rawValue, "o")
        case .signature(let signature): try write(signature.rawValue, "g")
        case .bytes(let bytes): try write(bytes)
        case .array(let element, let elements):
            try nest("a", of: element.rawValue) { (writer) throws(BusError) in
                for element in elements { try writer.write(element) }
            }
        case .dictionary(let values):
            try nest("a", of: "{sv}") { (writer) throws(BusError) in
                for (key, value) in values {
                    try writer.write(BusEntry(key: .string(key), value: .variant(value)))
                }
            }
        case .map(let key, let value, let entries):
            try nest("a", of: "{\(key)\(value)}") { (writer) throws(BusError) in
                for entry in entries { try writer.write(entry) }
            }
        case .structure(let members):
            try nest("r", of: nil) { (writer) throws(BusError) in
                for member in members { try writer.write(member) }
            }
        case .variant(let inner):
            try nest("v", of: inner.type.rawValue) { (writer) throws(BusError) in
                try writer.write(inner)
            }
        case .descriptor(let descriptor): try write(descriptor)
        }
    }

    private mutating func write(_ entry: BusEntry) throws(BusError) {
        try nest("e", of: nil) { (writer) throws(BusError) in
            try writer.write(entry.key)
            try writer.write(entry.value)
        }
    }

    private mutating func write(_ number: some BitwiseCopyable, _ type: Unicode.Scalar)
        throws(BusError)
    {
        var number = number
        try succeed(
            unsafe dbus_message_iter_append_basic(&iterator, Int32(type.value), &number))
    }

    private mutating func write(_ text: String, _ type: Unicode.Scalar) throws(BusError) {
        try succeed(
            unsafe text.withCString { characters in
                var characters = unsafe characters
                return unsafe dbus_message_iter_append_basic(
                    &iterator, Int32(type.value), &characters)
            })
    }

    private mutating func write(_ bytes: [UInt8]) throws(BusError) {
        try nest("a", of: "y") { (writer) throws(BusError) in
            guard !bytes.isEmpty else { return }
            try writer.succeed(
                unsafe bytes.withUnsafeBufferPointer { buffer in
                    var start = buffer.baseAddress
                    return unsafe dbus_message_iter_append_fixed_array(
                        &writer.iterator, Int32(UnicodeScalar("y").value), &start,
                        Int32(buffer.count))
                })
        }
    }

    private mutating func write(_ descriptor: BusDescriptor) throws(BusError) {
        // libdbus duplicates the descriptor.
        let isWritten = descriptor.withNumber { number in
            var number = number
            return unsafe dbus_message_iter_append_basic(
                &iterator, Int32(UnicodeScalar("h").value), &number)
        }
        guard isWritten == 1 else { throw .invalid(.descriptor) }
    }

    private mutating func nest(
        _ container: Unicode.Scalar, of type: String?,
        _ body: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) {
        var inner = MessageWriter()
        let kind = Int32(container.value)
        if let type {
            try succeed(
                unsafe type.withCString {
                    unsafe dbus_message_iter_open_container(&iterator, kind, $0, &inner.iterator)
                })
        } else {
            try succeed(
                unsafe dbus_message_iter_open_container(&iterator, kind, nil, &inner.iterator))
        }
        do throws(BusError) {
            try body(&inner)
        } catch {
            unsafe dbus_message_iter_abandon_container(&iterator, &inner.iterator)
            throw error
        }
        try succeed(unsafe dbus_message_iter_close_container(&iterator, &inner.iterator))
    }

    private func succeed(_ result: dbus_bool_t) throws(BusError) {
        guard result != 0 else { throw .invalid(.refused) }
    }
}
