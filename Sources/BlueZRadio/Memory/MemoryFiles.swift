import JSON

/// The file of the phones that were paired here.
enum PhonesFile {
    static func bytes(of phones: [RadioMemory.Phone]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", MemoryFormat.number)
        writer.key("phones")
        writer.beginArray()
        for phone in phones {
            writer.beginObject()
            writer.member("address", phone.address)
            writer.member("name", phone.name)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    static func read(_ bytes: [UInt8], _ file: String) throws(MemoryError) -> [RadioMemory.Phone] {
        try MemoryFormat.read(bytes, file, ["phones"]) { fields throws(JSONError) in
            var phones: [RadioMemory.Phone] = []
            for element in try fields.required("phones").elements() {
                let phone = try JSONFields(of: element, allowed: ["address", "name"])
                phones.append(
                    RadioMemory.Phone(
                        address: try phone.required("address").string().uppercased(),
                        name: try phone.required("name").string()))
            }
            return phones
        }
    }
}

/// The file of how an adapter was set before.
enum AdapterFile {
    static func bytes(of before: RadioMemory.Before) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", MemoryFormat.number)
        writer.member("adapter", before.adapter)
        writer.key("pairable")
        writer.value(before.isPairable)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    static func read(_ bytes: [UInt8], _ file: String) throws(MemoryError) -> RadioMemory.Before {
        try MemoryFormat.read(bytes, file, ["adapter", "pairable"]) { fields throws(JSONError) in
            RadioMemory.Before(
                adapter: try fields.required("adapter").string(),
                isPairable: try fields.required("pairable").bool())
        }
    }
}

/// What both files have in common.
private enum MemoryFormat {
    static let number = 1

    static func read<Content>(
        _ bytes: [UInt8], _ file: String, _ names: [String],
        _ body: (JSONFields) throws(JSONError) -> Content
    ) throws(MemoryError) -> Content {
        do throws(JSONError) {
            let fields = try JSONFields(
                of: JSONField(try JSONValue(parsing: bytes)), allowed: ["format"] + names)
            _ = try fields.required("format").integer(in: number...number)
            return try body(fields)
        } catch {
            throw .content("\(file):\(error)")
        }
    }
}
