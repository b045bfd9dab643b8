import JSON

/// Format of the file of paired phones.
enum PhonesFile {
    static func bytes(of phones: [PairedPhone]) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("format", MemoryFormat.number)
            writer.objects("phones", phones) { writer, phone in
                writer.member("address", phone.address)
                writer.member("name", phone.name)
            }
        }
    }

    static func read(_ bytes: [UInt8], _ file: String) throws(MemoryError) -> [PairedPhone] {
        try MemoryFormat.read(bytes, file, ["phones"]) { fields throws(JSONError) in
            var phones: [PairedPhone] = []
            for element in try fields.required("phones").elements() {
                let phone = try JSONFields(of: element, allowed: ["address", "name"])
                phones.append(
                    PairedPhone(
                        address: try phone.required("address").string().uppercased(),
                        name: try phone.required("name").string()))
            }
            return phones
        }
    }
}

/// Format of the file of original adapter settings.
enum AdapterFile {
    static func bytes(of adapters: [MemoryFolder.Before]) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("format", MemoryFormat.number)
            writer.objects("adapters", adapters) { writer, adapter in
                writer.member("address", adapter.adapter)
                writer.key("pairable")
                writer.value(adapter.isPairable)
                if let isPowered = adapter.isPowered { writer.member("powered", isPowered) }
                if let isClassic = adapter.isClassic { writer.member("classic", isClassic) }
            }
        }
    }

    static func read(_ bytes: [UInt8], _ file: String) throws(MemoryError) -> [MemoryFolder.Before]
    {
        try MemoryFormat.read(bytes, file, ["adapters"]) { fields throws(JSONError) in
            var adapters: [MemoryFolder.Before] = []
            for element in try fields.required("adapters").elements() {
                let adapter = try JSONFields(
                    of: element, allowed: ["address", "pairable", "powered", "classic"])
                adapters.append(
                    MemoryFolder.Before(
                        adapter: try adapter.required("address").string(),
                        isPairable: try adapter.required("pairable").bool(),
                        isPowered: try adapter["powered"]?.bool(),
                        isClassic: try adapter["classic"]?.bool()))
            }
            return adapters
        }
    }
}

/// Common parts of both file formats.
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
