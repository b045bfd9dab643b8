package import JSON
package import Linux

/// A small file of JSON in a folder of the program's own: replaced as a whole, and set aside where it makes no sense.
package struct RememberedFile: Sendable {
    /// The folder.
    package let folder: String
    /// The name within it.
    package let name: String
    /// Bytes that it may have; a file of ours that is larger is none.
    private let limit: Int
    /// What comes of it where it cannot be read, as it reads after "so".
    private let consequence: String

    /// - Parameters:
    ///   - limit: bytes that it may have.
    ///   - consequence: what comes of it where it cannot be read, as it reads after "so".
    package init(_ name: String, in folder: String, upTo limit: Int, consequence: String) {
        self.name = name
        self.folder = folder
        self.limit = limit
        self.consequence = consequence
    }

    /// What the file holds, where there is one that makes sense, and what a person should know about it.
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

    /// Replaces the file; nil takes it away.
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
            return damage + "nor can it be set aside: \(error)"
        }
    }
}
