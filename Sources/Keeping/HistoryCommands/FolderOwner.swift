import History
import Linux
import Settings

/// Owner of a history, for messages.
struct FolderOwner: Sendable {
    private let number: UInt32?
    private let files: HostFiles

    /// Looks up the owner of the history's file, or of the folder if that file cannot be seen.
    ///
    /// - Parameter folder: the history's folder
    init(of folder: String, files: HostFiles = HostFiles()) {
        let folder = FileDescriptor.canonicalPath(folder)
        number =
            (FileInspection(at: folder + "/" + HistoryFile.name) ?? FileInspection(at: folder))?
            .owner
        self.files = files
    }

    /// The owner, for use after "private to".
    var words: String {
        guard let number else { return "another user" }
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
