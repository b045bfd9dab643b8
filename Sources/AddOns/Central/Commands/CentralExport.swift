import Commands
import History
import HistoryCommands
import PostgreSQL
import Settings

/// Command `export` of a central database: writes its notifications as lines that can be imported again.
struct CentralExport {
    static let file = Operand(
        "FILE", kind: .file, isOptional: true,
        summary: "A new file; standard output without it, or for -")
    static let options =
        [CentralHistory.site.option, CentralHistory.bridge.option] + FilterOptions.all

    private let filter: CentralFilter
    private let central: CentralAnswers

    /// Writes the matching notifications, the oldest first.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let filter = try CentralHistory.filter(arguments, limit: nil)
            return CentralFile(arguments).asking { (_, central) throws(ServerFailure) in
                guard let file = WholeFile.named(arguments[file].first ?? "-") else {
                    return .outputFailed
                }
                return try CentralExport(filter: filter, central: central).write(to: file)
            }
        }
    }

    private func write(to file: WholeFile) throws(ServerFailure) -> ExitStatus {
        let filter = filter
        var unread = 0
        var place: CentralListPage.Place?
        var wantsMore = file.write(ExportedLine.header)
        while wantsMore {
            let page = try central.wait { [place] (server) throws(BatchFailure) in
                try await CentralQuestions(server).oldest(filter, after: place)
            }
            for notice in page.notices where wantsMore {
                wantsMore = file.write(ExportedLine.line(of: notice.stored, from: notice.origin))
            }
            unread += page.unread
            guard let next = page.next else { break }
            place = next
        }
        let status = file.finish()
        guard unread > 0, status == .success else { return status }
        Messages.say("notifications omitted because they need a newer Callboard: \(unread)")
        return .badData
    }
}
