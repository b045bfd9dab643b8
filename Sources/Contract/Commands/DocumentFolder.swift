import Linux

/// Location of the documents that help refers to: the source folder, or the installed one.
enum DocumentFolder {
    /// Prefix in the command tables.
    static let ofSources = "Docs/"

    /// Returns a help page with document paths adapted to this installation.
    static func located(
        in page: String, program: String = CurrentProcess.program,
        exists: (String) -> Bool = FileDescriptor.exists
    ) -> String {
        guard let end = program.ranges(of: "/bin/").last?.lowerBound else { return page }
        let folder = program[..<end] + "/share/doc/callboard/"
        return exists(String(folder)) ? page.replacing(ofSources, with: folder) : page
    }
}
