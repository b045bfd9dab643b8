import History
import Linux
import Settings

/// Whose a history is, in words.
struct FolderOwner: Sendable {
    private let number: UInt32?
    private let files: HostFiles

    /// - Parameter folder: of the history; its file may be another user's.
    init(of folder: String, files: HostFiles = HostFiles()) {
        let folder = FileDescriptor.canonicalPath(folder)
        number =
            (FileInspection(at: folder + "/" + HistoryFile.name) ?? FileInspection(at: folder))?
            .owner
        self.files = files
    }

    /// As it reads after "private to".
    var words: String {
        guard let number else { return "somebody else" }
        let accounts = files.read("/etc/passwd").text ?? ""
        for line in accounts.split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count > 2, fields[2] == "\(number)" {
                return "the user \(String(fields[0]).printable)"
            }
        }
        return "the user with the number \(number)"
    }
}
