import JSON
package import Linux

/// File of a trial record, readable only for its owner.
package struct TrialFile: Sendable {
    package static let name = "try-phone.json"
    private static let lockName = "try-phone.lock"
    /// Maximum size of the file in bytes.
    private static let sizeLimit = 64 << 10
    /// Maximum number of problems reported one by one.
    private static let mostProblems = 5

    private let folder: String

    package init(in folder: String) {
        self.folder = folder
    }

    /// Path of the file.
    package var path: String { "\(folder)/\(Self.name)" }

    /// Content of the file, with messages for the user.
    package struct Content: Sendable {
        package var record: TrialRecord
        /// Messages about errors in the file, with line numbers.
        package var advice: [String] = []

        fileprivate static func unusable(_ sentence: String) -> Content {
            Content(record: TrialRecord(), advice: [sentence + "; the steps begin again"])
        }
    }

    /// Locks the file for this process; returns nil if another process has the lock.
    package func lock() throws(Errno) -> StateLock? {
        try StateFolder(folder).lock(Self.lockName)
    }

    /// Reads the file without changing it, even if another process has the lock.
    package func look() throws(Errno) -> Content {
        do throws(Errno) {
            return try content(in: try StateFolder(existing: folder))
        } catch .noEntry {
            return Content(record: TrialRecord())
        }
    }

    /// Reads the file; if it has errors, keeps it under another name and writes what could be read.
    package func read() throws(Errno) -> Content {
        let place = try StateFolder(folder)
        var content = try content(in: place)
        guard !content.advice.isEmpty else { return content }
        let aside = try place.setAside(Self.name)
        content.advice.append("the file as it was is kept as \(folder)/\(aside)")
        // Errors are reported only once this way. A full disk is reported with the first result.
        try? place.write(content.record.bytes, to: Self.name)
        return content
    }

    private func content(in place: borrowing StateFolder) throws(Errno) -> Content {
        do throws(Errno) {
            guard let bytes = try place.read(Self.name, upTo: Self.sizeLimit) else {
                return Content(record: TrialRecord())
            }
            return content(of: bytes)
        } catch .tooLarge {
            return .unusable("\(path) is larger than \(Self.sizeLimit >> 10) KiB")
        }
    }

    private func content(of bytes: [UInt8]) -> Content {
        var problems: [JSONError] = []
        do throws(TrialRecord.Failure) {
            let record = try TrialRecord(parsing: bytes, problems: &problems)
            guard !problems.isEmpty else { return Content(record: record) }
            var advice = problems.prefix(Self.mostProblems).map { "\(path):\($0)" }
            if problems.count > advice.count {
                advice.append("\(path): further problems: \(problems.count - advice.count)")
            }
            return Content(record: record, advice: advice + ["the invalid parts are omitted"])
        } catch {
            let sentence =
                switch error {
                case .otherVersion: "\(path) was written by another version of callboard"
                case .garbage(let error): "\(path):\(error)"
                }
            return .unusable(sentence)
        }
    }

    /// Replaces the file.
    package func write(_ record: TrialRecord) throws(Errno) {
        try StateFolder(folder).write(record.bytes, to: Self.name)
    }
}
