package import Linux

/// Where a record is kept, for its owner alone.
package struct TrialFile: Sendable {
    package static let name = "try-phone.json"
    private static let lockName = "try-phone.lock"
    /// Bytes of a record that are read.
    private static let sizeLimit = 64 << 10

    private let folder: String

    package init(in folder: String) {
        self.folder = folder
    }

    /// Where the file is, for messages.
    package var path: String { "\(folder)/\(Self.name)" }

    /// What was kept, and what a person should know about it.
    package struct Content: Sendable {
        package var record: TrialRecord
        package var advice: String?
    }

    /// Takes the file for this process alone; nil where another process has it.
    package func lock() throws(Errno) -> StateLock? {
        try StateFolder(folder).lock(Self.lockName)
    }

    /// Reads the file; one that cannot be understood keeps its content under another name.
    package func read() throws(Errno) -> Content {
        let place = try StateFolder(folder)
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try place.read(Self.name, upTo: Self.sizeLimit)
        } catch .tooLarge {
            bytes = []
        }
        guard let bytes else { return Content(record: TrialRecord()) }
        do throws(TrialRecord.Failure) {
            return Content(record: try TrialRecord(parsing: bytes))
        } catch {
            let reason =
                error == .otherVersion
                ? "was written by another version of callboard" : "cannot be understood"
            let aside = try place.setAside(Self.name)
            return Content(
                record: TrialRecord(),
                advice: "\(path) \(reason); it is kept as \(aside), and the trials begin again")
        }
    }

    /// Replaces the file.
    package func write(_ record: TrialRecord) throws(Errno) {
        try StateFolder(folder).write(record.bytes, to: Self.name)
    }
}
