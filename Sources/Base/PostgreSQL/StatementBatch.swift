internal import Linux

/// A batch in progress: its results so far, and its completion handler.
@LoopActor
final class StatementBatch {
    typealias Taker = @LoopActor (_ statement: Int, _ row: ResultRow) -> Void
    typealias Completion = @LoopActor (Result<[StatementOutcome], BatchFailure>) -> Void

    let count: Int
    /// Size of the statements and their values in bytes.
    let size: Int
    let takesRow: Taker?
    private let done: Completion
    private var outcomes: [StatementOutcome] = []
    private var failure: BatchFailure?

    init(count: Int, size: Int, _ takesRow: Taker?, _ done: @escaping Completion) {
        self.count = count
        self.size = size
        self.takesRow = takesRow
        self.done = done
    }

    func add(_ outcome: StatementOutcome) {
        outcomes.append(outcome)
    }

    /// Records the first failure; later ones are its consequences.
    func fail(_ statement: Int?, _ failure: ServerFailure) {
        if self.failure == nil {
            self.failure = BatchFailure(statement: statement, failure: failure)
        }
    }

    /// Reports the result, when all answers have arrived or the connection has ended.
    func finish() {
        if let failure { return done(.failure(failure)) }
        done(.success(outcomes))
    }
}

/// A prepared statement.
@LoopActor
final class Preparation {
    let words: String
    let name: String
    var failure: ServerFailure?

    init(_ words: String, name: String) {
        self.words = words
        self.name = name
    }
}

/// The outstanding answers in order.
@LoopActor
struct AnswerQueue {
    enum Answer {
        /// The answer to a preparation.
        case preparation(Preparation)
        /// The sync after a preparation.
        case preparationEnd
        /// The answer to a statement of a batch.
        case statement(Int, of: StatementBatch, Preparation?)
        /// The sync after a batch.
        case end(of: StatementBatch)
    }

    private var answers: [Answer] = []
    private var first = 0

    var isEmpty: Bool { first == answers.count }
    var next: Answer? { isEmpty ? nil : answers[first] }

    mutating func append(_ answer: Answer) {
        answers.append(answer)
    }

    mutating func removeFirst() {
        first += 1
        guard first > 64, first * 2 > answers.count else { return }
        answers.removeFirst(first)
        first = 0
    }

    /// The batches that are not finished.
    var errands: [StatementBatch] {
        answers[first...].compactMap { if case .end(let errand) = $0 { errand } else { nil } }
    }
}
