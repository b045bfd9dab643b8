internal import Linux

/// A batch on its way: what came of its statements so far, and who wants to know.
@LoopActor
final class StatementBatch {
    typealias Taker = @LoopActor (_ statement: Int, _ row: ResultRow) -> Void
    typealias Completion = @LoopActor (Result<[StatementOutcome], BatchFailure>) -> Void

    let count: Int
    /// The bytes of its values.
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

    /// The first failure counts; others are what comes of it.
    func fail(_ statement: Int?, _ failure: ServerFailure) {
        if self.failure == nil {
            self.failure = BatchFailure(statement: statement, failure: failure)
        }
    }

    /// All answers are there.
    func finish() {
        if let failure { return done(.failure(failure)) }
        done(.success(outcomes))
    }
}

/// A statement that the server shall understand once for all.
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

/// The answers that a server owes, in their order.
@LoopActor
struct AnswerQueue {
    enum Answer {
        /// Whether a statement was understood.
        case preparation(Preparation)
        /// The end of that, which stands alone.
        case preparationEnd
        /// What came of a statement of a batch.
        case statement(Int, of: StatementBatch, Preparation?)
        /// The end of a batch.
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

    /// The batches whose end is still to come.
    var errands: [StatementBatch] {
        answers[first...].compactMap { if case .end(let errand) = $0 { errand } else { nil } }
    }
}
