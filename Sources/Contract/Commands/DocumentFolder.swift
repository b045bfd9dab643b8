import Linux

/// Where the documents are that help names: in the sources' own folder, or where they were installed.
enum DocumentFolder {
    /// As the table of commands names it.
    static let ofSources = "Docs/"

    /// A page of help with the documents where they are on this machine.
    static func located(
        in page: String, program: String = CurrentProcess.program,
        exists: (String) -> Bool = FileDescriptor.exists
    ) -> String {
        guard let end = program.ranges(of: "/bin/").last?.lowerBound else { return page }
        let folder = program[..<end] + "/share/doc/callboard/"
        return exists(String(folder)) ? page.replacing(ofSources, with: folder) : page
    }
}
