import JSON
package import Linux

/// Where a record is kept, for its owner alone.
package struct TrialFile: Sendable {
    package static let name = "try-phone.json"
    private static let lockName = "try-phone.lock"
    /// Bytes of a record that are read.
    private static let sizeLimit = 64 << 10
    /// Problems of a file that are reported one by one.
    private static let mostProblems = 5

    private let folder: String

    package init(in folder: String) {
        self.folder = folder
    }

    /// Where the file is, for messages.
    package var path: String { "\(folder)/\(Self.name)" }

    /// What was kept, and what a person should know about it.
    package struct Content: Sendable {
        package var record: TrialRecord
        /// Sentences about what is wrong in the file, with its lines.
        package var advice: [String] = []

        fileprivate static func unusable(_ sentence: String) -> Content {
            Content(record: TrialRecord(), advice: [sentence + "; the steps begin again"])
        }
    }

    /// Takes the file for this process alone; nil where another process has it.
    package func lock() throws(Errno) -> StateLock? {
        try StateFolder(folder).lock(Self.lockName)
    }

    /// Looks into the file and changes nothing, also while another process has it.
    package func look() throws(Errno) -> Content {
        do throws(Errno) {
            return try content(in: try StateFolder(existing: folder))
        } catch .noEntry {
            return Content(record: TrialRecord())
        }
    }

    /// Reads the file; if anything in it is wrong, the whole of it is kept under another name, and what could be read takes its place.
    package func read() throws(Errno) -> Content {
        let place = try StateFolder(folder)
        var content = try content(in: place)
        guard !content.advice.isEmpty else { return content }
        let aside = try place.setAside(Self.name)
        content.advice.append("the file as it was is kept as \(folder)/\(aside)")
        // So that this is reported once. A full disk is reported with the first result.
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
            return Content(record: record, advice: advice + ["what is wrong there is omitted"])
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
