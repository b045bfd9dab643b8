import Commands
import History
import Linux
import Notices
import PostgreSQL
import Settings

/// Brings notices of exports to a centre in batches, each for one place, of which the centre has all or none.
final class CentralIntake {
    /// Why it does not go on.
    enum Failure: Error {
        /// The centre is away, or does not work.
        case centre(ServerFailure)
        /// The centre does not take a notice; the sentence names its line.
        case notTaken(String)
        /// The centre is not to be changed for the reason in this sentence, which the status tells as well.
        case refused(String, ExitStatus)
    }

    /// What became of notices.
    struct Imported: Hashable, Sendable {
        /// Notices that are new.
        var added = 0
        /// Notices that were there already, and stay as they were.
        var known = 0
        /// Notices from before the months that the centre keeps.
        var passedOver = 0
    }

    /// A notice that waits for its batch.
    struct Item: Sendable {
        let number: Int64
        let stored: StoredNotice
        let record: String
        /// The file and line.
        let line: String
    }

    /// Notices of a batch at most.
    private static let itemsAtOnce = OutboxBatch.limit
    /// Bytes of records that wait at most, for all places together.
    private static let bytesAtOnce = 4 << 20

    private let centre: CentralAnswers
    private let folder: WordFolder
    private var waiting: [NoticeOrigin: [Item]] = [:]
    private var waitingBytes = 0
    private var met: (origin: NoticeOrigin, turn: Int64)?
    /// What was done so far.
    private(set) var imported = Imported()

    /// - Parameter folder: folds the words of notices, so that they are found.
    init(_ centre: CentralAnswers, _ folder: WordFolder) {
        (self.centre, self.folder) = (centre, folder)
    }

    /// Takes a notice, now or later.
    ///
    /// - Parameter line: the file and line where it is.
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

    /// The place for which most waits.
    private var longest: NoticeOrigin? {
        waiting.max { $0.value.count < $1.value.count }?.key
    }

    /// Hands in what still waits.
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
        // Of two lines about the same notice the first counts, as in a history.
        let new = items.filter { known.insert($0.number).inserted }
        imported.known += items.count - new.count
        try handIn(new[...])
    }

    /// Hands notices in as one batch or, where the centre does not take that, in smaller ones up to the one that it
    /// does not take.
    private func handIn(_ items: ArraySlice<Item>) throws(Failure) {
        guard let first = items.first, let turn = met.map({ $0.turn + 1 }) else { return }
        let batch = HandedBatch(turn: turn, Array(items), folder)
        do throws(ServerFailure) {
            let taken = try centre.wait { (server) throws(BatchFailure) in
                try await IntakeQuestions(server).handIn(batch)
            }
            met?.turn = turn
            imported.added += taken.kept
            imported.passedOver += taken.passedOver
        } catch {
            let trouble = PushTrouble(BatchFailure(failure: error))
            guard trouble.isAboutContent || trouble.isAboutSize, !error.endsConnection else {
                throw .centre(error)
            }
            guard items.count > 1 else {
                throw .notTaken("\(first.line): the centre does not take it: \(trouble.words)")
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
                "the bridge \(origin.bridge.quoted) of \(origin.site.quoted) is connected to the centre "
                    + "and hands in what it has itself; an import is for one that is not there",
                .failure)
        }
        met = (origin, meeting)
    }

    private func ask<Value: Sendable>(
        _ question: @escaping @LoopActor (ServerDialogue) async throws(BatchFailure) -> Value
    ) throws(Failure) -> Value {
        do throws(ServerFailure) {
            return try centre.wait(for: question)
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ failure: ServerFailure) -> Failure {
        switch failure {
        case .statement(.noPrivilege, _):
            .refused(
                "\(failure); an import is for the database's owner, or for a member of both groups who "
                    + "has the site", .failure)
        case .statement(SQLState(rawValue: CentralRefusal.busy.rawValue), _):
            .refused(
                "another import for the same site and bridge is at work, or has ended just now; try again",
                .busy)
        default: .centre(failure)
        }
    }
}
