import Commands
import History
import Linux
import Notices
import PostgreSQL
import Settings

/// Importer of exported notifications into a central database, in atomic batches of one bridge each.
final class CentralIntake {
    /// Reason for the end of an import.
    enum Failure: Error {
        /// The central database is unavailable, or fails.
        case central(ServerFailure)
        /// The central database refused a notification; the sentence names its line.
        case notTaken(String)
        /// The import is not allowed, or not possible now; with sentence and exit status.
        case refused(String, ExitStatus)
    }

    /// Result of the import so far.
    struct Imported: Hashable, Sendable {
        var added = 0
        /// Notifications that existed already; they are unchanged.
        var known = 0
        /// Notifications older than the retention period.
        var passedOver = 0
    }

    /// A notification waiting for its batch.
    struct Item: Sendable {
        let number: Int64
        let stored: StoredNotice
        let record: String
        /// File and line number.
        let line: String
    }

    /// Maximum notifications of a batch.
    private static let itemsAtOnce = OutboxBatch.limit
    /// Maximum bytes of waiting records, for all bridges together.
    private static let bytesAtOnce = 4 << 20

    private let central: CentralAnswers
    private let folder: WordFolder
    private var waiting: [NoticeOrigin: [Item]] = [:]
    private var waitingBytes = 0
    private var met: (origin: NoticeOrigin, turn: Int64)?
    private(set) var imported = Imported()

    /// - Parameter folder: folds the words of notifications for the search index.
    init(_ central: CentralAnswers, _ folder: WordFolder) {
        (self.central, self.folder) = (central, folder)
    }

    /// Queues a notification and uploads full batches.
    ///
    /// - Parameter line: file and line number.
    func take(
        _ stored: StoredNotice, of origin: NoticeOrigin, from line: String
    ) throws(Failure) {
        let record = String(decoding: HandedRecord.line(of: stored).dropLast(), as: UTF8.self)
        let number = Int64(bitPattern: stored.notice.id.rawValue)
        waitingBytes += record.utf8.count
        waiting[origin, default: []].append(
            Item(number: number, stored: stored, record: record, line: line))
        if waiting[origin]?.count == Self.itemsAtOnce { try handIn(origin) }
        while waitingBytes > Self.bytesAtOnce, let longest { try handIn(longest) }
    }

    /// The bridge with the most waiting notifications.
    private var longest: NoticeOrigin? {
        waiting.max { $0.value.count < $1.value.count }?.key
    }

    /// Uploads all waiting notifications and ends.
    func finish() throws(Failure) {
        while let longest { try handIn(longest) }
        guard met != nil else { return }
        met = nil
        try ask { (server) throws(BatchFailure) in try await IntakeQuestions(server).leave() }
    }

    private func handIn(_ origin: NoticeOrigin) throws(Failure) {
        let items = waiting.removeValue(forKey: origin) ?? []
        waitingBytes -= items.reduce(0) { $0 + $1.record.utf8.count }
        try meet(origin)
        let numbers = items.map(\.number)
        var known = try ask { (server) throws(BatchFailure) in
            try await IntakeQuestions(server).known(numbers, of: origin)
        }
        // The first of two lines about the same notification counts, as in a history.
        let new = items.filter { known.insert($0.number).inserted }
        imported.known += items.count - new.count
        try handIn(new[...])
    }

    /// Uploads notifications as one batch.
    ///
    /// If it is refused, halves it until the refused notification is found.
    private func handIn(_ items: ArraySlice<Item>) throws(Failure) {
        guard let first = items.first, let turn = met.map({ $0.turn + 1 }) else { return }
        let batch = HandedBatch(turn: turn, Array(items), folder)
        do throws(ServerFailure) {
            let taken = try central.wait { (server) throws(BatchFailure) in
                try await IntakeQuestions(server).handIn(batch)
            }
            met?.turn = turn
            imported.added += taken.kept
            imported.passedOver += taken.passedOver
        } catch {
            let trouble = PushTrouble(BatchFailure(failure: error))
            guard trouble.isAboutContent || trouble.isAboutSize, !error.endsConnection else {
                throw .central(error)
            }
            guard items.count > 1 else {
                throw .notTaken("\(first.line): the central database refuses it: \(trouble.words)")
            }
            let middle = items.startIndex + items.count / 2
            try handIn(items[..<middle])
            try handIn(items[middle...])
        }
    }

    private func meet(_ origin: NoticeOrigin) throws(Failure) {
        guard met?.origin != origin else { return }
        met = nil
        let meeting = try ask { (server) throws(BatchFailure) in
            try await IntakeQuestions(server).meet(origin)
        }
        guard let meeting else {
            throw .refused(
                "the bridge \(origin.bridge.quoted) of \(origin.site.quoted) is connected to the "
                    + "central database and uploads itself; only import for bridges that are not "
                    + "connected",
                .failure)
        }
        met = (origin, meeting)
    }

    private func ask<Value: Sendable>(
        _ question: @escaping @LoopActor (DatabaseSession) async throws(BatchFailure) -> Value
    ) throws(Failure) -> Value {
        do throws(ServerFailure) {
            return try central.wait(for: question)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ failure: ServerFailure) -> Failure {
        switch failure {
        case .statement(.noPrivilege, _):
            .refused(
                "\(failure); an import requires the database's owner, or a member of both groups "
                    + "with "
                    + "access to the site", .failure)
        case .statement(SQLState(rawValue: CentralRefusal.busy.rawValue), _):
            .refused(
                "another import for the same site and bridge is running, or has just ended; try "
                    + "again",
                .busy)
        default: .central(failure)
        }
    }
}
