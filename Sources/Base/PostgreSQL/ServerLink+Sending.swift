internal import Linux

/// Sending of statements.
extension ServerLink {
    /// Maximum number of prepared statements; further ones are parsed each time.
    private nonisolated static let preparationLimit = 200

    /// Sends the statements of one transaction.
    func run(
        _ statements: [SQLStatement], _ takeRow: (@LoopActor (Int, ResultRow) -> Void)?,
        _ done: @escaping Completion
    ) {
        do throws(BatchFailure) {
            try start(statements, takeRow, done)
        } catch {
            EventLoop.shared.after(.zero) { [weak self] in
                if let self, !isStopped { done(.failure(error)) }
            }
        }
    }

    private func start(
        _ statements: [SQLStatement], _ takeRow: (@LoopActor (Int, ResultRow) -> Void)?,
        _ done: @escaping Completion
    ) throws(BatchFailure) {
        guard let library else { throw BatchFailure(failure: whyNot) }
        var all: [LibraryParameters] = []
        for (index, statement) in statements.enumerated() {
            do throws(ServerFailure) {
                all.append(try LibraryParameters(statement))
            } catch {
                throw BatchFailure(statement: index, failure: error)
            }
        }
        let size = zip(statements, all).reduce(0) { $0 + $1.0.words.utf8.count + $1.1.size }
        guard waiting.batches < ServerConnection.batchLimit,
            waiting.bytes + size <= ServerConnection.byteLimit
        else {
            throw BatchFailure(failure: .crowded)
        }
        guard library.isPipelining || library.beginPipeline() else {
            throw BatchFailure(failure: whyNot)
        }
        if owed.isEmpty { lastHeard = EventLoop.now }
        waiting = (waiting.batches + 1, waiting.bytes + size)
        let errand = StatementBatch(count: statements.count, size: size, takeRow, done)
        let isSent = prepare(statements, all, library) && send(statements, all, library, errand)
        owed.append(.end(of: errand))
        // A partly sent batch has no end, so later answers could not be assigned.
        guard isSent, library.synchronize() else { return breakOff(library) }
        arm(library)
        flush(library)
    }

    /// Prepares statements that are not yet prepared, each in a transaction of its own.
    ///
    /// The server's refusal is reported by the statements that use the preparation. Returns false
    /// if libpq cannot send.
    private func prepare(
        _ statements: [SQLStatement], _ all: [LibraryParameters], _ library: LibraryConnection
    ) -> Bool {
        for (statement, parameters) in zip(statements, all) where statement.isRepeated {
            guard preparations[statement.words] == nil,
                preparations.count < Self.preparationLimit
            else { continue }
            preparationCount += 1
            let preparation = Preparation(statement.words, name: "callboard_\(preparationCount)")
            preparations[statement.words] = preparation
            guard library.prepare(statement.words, as: preparation.name, parameters),
                library.synchronize()
            else { return false }
            owed.append(.preparation(preparation))
            owed.append(.preparationEnd)
        }
        return true
    }

    private func send(
        _ statements: [SQLStatement], _ all: [LibraryParameters], _ library: LibraryConnection,
        _ errand: StatementBatch
    ) -> Bool {
        var isSent = true
        for (index, (statement, parameters)) in zip(statements, all).enumerated() where isSent {
            let preparation = statement.isRepeated ? preparations[statement.words] : nil
            isSent =
                if let preparation {
                    library.send(prepared: preparation.name, parameters)
                } else {
                    library.send(statement.words, parameters)
                }
            owed.append(.statement(index, of: errand, preparation))
        }
        return isSent
    }

    /// Sends queued output, as far as there is room.
    func flush(_ library: LibraryConnection) {
        guard let isSent = library.flush() else { return breakOff(library) }
        hasUnsent = !isSent
        settle()
        keepWatch()
    }

    /// Ends a broken connection after this call, when earlier messages of the server were read.
    private func breakOff(_ library: LibraryConnection) {
        hasUnsent = false
        soon.set(after: .zero) { [weak self] in
            guard let self, isOpen else { return }
            _ = library.read()
            process(library)
            if isOpen { end(lossFailure) }
        }
    }
}
