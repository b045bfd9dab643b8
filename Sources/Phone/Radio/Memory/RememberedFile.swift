package import JSON
package import Linux

/// A small JSON file in a folder of the program.
///
/// It is replaced as a whole, and set aside if it is invalid.
package struct RememberedFile: Sendable {
    package let folder: String
    package let name: String
    /// Maximum size in bytes; larger files are rejected.
    private let limit: Int
    /// Consequence if the file cannot be read, to follow the word "so" in the message.
    private let consequence: String

    /// - Parameters:
    ///   - limit: maximum size in bytes.
    ///   - consequence: consequence if the file cannot be read, to follow the word "so" in the
    ///     message.
    package init(_ name: String, in folder: String, upTo limit: Int, consequence: String) {
        self.name = name
        self.folder = folder
        self.limit = limit
        self.consequence = consequence
    }

    /// Returns the content of the file if it is valid, and advice for the user if it is not.
    package func read<Value>(
        _ parse: (JSONField) throws(JSONError) -> Value
    ) -> (value: Value?, advice: String?) {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try StateFolder(existing: folder).read(name, upTo: limit)
        } catch .noEntry {
            return (nil, nil)
        } catch .tooLarge {
            return (nil, setAside("it is larger than \(limit) bytes"))
        } catch {
            return (nil, "\(folder)/\(name) cannot be read, so \(consequence): \(error)")
        }
        guard let bytes else { return (nil, nil) }
        do throws(JSONError) {
            return (try parse(JSONField(try JSONValue(parsing: bytes))), nil)
        } catch {
            return (nil, setAside("\(error)"))
        }
    }

    /// Replaces the file; nil deletes it.
    package func write(_ bytes: [UInt8]?) throws(Errno) {
        if let bytes { return try StateFolder(folder).write(bytes, to: name) }
        do throws(Errno) {
            try StateFolder(existing: folder).remove(name)
        } catch .noEntry {
            return
        }
    }

    private func setAside(_ reason: String) -> String {
        let damage = "\(folder)/\(name) is damaged, so \(consequence): \(reason); "
        do throws(Errno) {
            let files = try StateFolder(existing: folder)
            let aside = try files.setAside(name)
            try files.remove(name)
            return damage + "it was kept as \(aside)"
        } catch {
            return damage + "and it could not be set aside: \(error)"
        }
    }
}
