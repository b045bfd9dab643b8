internal import CPostgreSQL
internal import Linux

/// Receiving of answers, notifications and notices.
extension ServerLink {
    /// Reads available input and sends queued output.
    func handle(_ readiness: EventLoop.Readiness) {
        guard let library, !isPaused else { return }
        if readiness.contains(.writable) { flush(library) }
        guard readiness.contains(.readable) || readiness.contains(.hungUp) else { return }
        lastHeard = EventLoop.now
        // Data that is already decrypted, but did not fit into libpq's buffer, does not make the
        // descriptor readable.
        for _ in 0..<(library.isEncrypted ? Self.encryptedRounds : 1) {
            let isThere = library.read()
            process(library)
            guard isOpen, !isPaused else { return }
            if !isThere { return end(lossFailure) }
        }
        keepWatch()
    }

    /// Number of reads in a row from an encrypted connection.
    ///
    /// Each read takes at least half of the longest TLS record, so nothing remains in OpenSSL.
    private nonisolated static let encryptedRounds = 3

    /// Processes all complete answers.
    func process(_ library: LibraryConnection) {
        // This call may come from a callback of the loop below, which sent further statements.
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        var emptyResults = 0
        takeNews(library)
        while isOpen, !isPaused, !owed.isEmpty, !library.isBusy {
            if let result = library.nextResult() {
                emptyResults = 0
                take(result)
            } else {
                emptyResults += 1
                endOfAnswer()
                // libpq has lost track of the outstanding statements.
                if emptyResults > 1, isOpen { return end(lossFailure) }
            }
            if isOpen { arm(library) }
        }
        takeNews(library)
        guard isOpen, owed.isEmpty, library.isPipelining else { return }
        library.endPipeline()
        silence.cancel()
        takeNews(library)
    }

    private func takeNews(_ library: LibraryConnection) {
        while isOpen, !isPaused, let notification = library.nextNotification() {
            take(.notified(notification))
        }
        for notice in library.notes.take() where isOpen {
            if notice.isFarewell { farewell = notice.state } else { take(.noticed(notice)) }
        }
    }

    private func take(_ result: borrowing LibraryResult) {
        switch result.status {
        case PGRES_SINGLE_TUPLE: takeRow(result)
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            if case .statement(_, let errand, _) = owed.next {
                errand.add(StatementOutcome(rowCount: result.rowCount))
            }
        case PGRES_PIPELINE_SYNC: endOfBatch()
        case PGRES_PIPELINE_ABORTED: break
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
            end(.invalid("COPY is not supported here"))
        default: takeFailure(result.notice)
        }
    }

    private func takeRow(_ result: borrowing LibraryResult) {
        guard case .statement(let index, let errand, _) = owed.next, let take = errand.takesRow
        else { return }
        guard result.rowSize <= plan.rowLimit else {
            return end(.rowTooLarge(limit: plan.rowLimit))
        }
        let columns = columns ?? result.columns
        self.columns = columns
        take(index, result.row(columns))
    }

    private func takeFailure(_ notice: ServerNotice) {
        if notice.isFarewell { farewell = notice.state }
        // An error without SQLSTATE comes from libpq: the connection is gone, as reading will show.
        guard !notice.isFarewell, !notice.state.rawValue.isEmpty else { return end(lossFailure) }
        let failure = ServerFailure.statement(notice.state, notice.words)
        switch owed.next {
        case .preparation(let preparation):
            preparation.failure = failure
            forget(preparation)
        case .statement(let index, let errand, let preparation):
            // If the prepared statement does not exist, the reason is the failure of its
            // preparation.
            let isUnknown = notice.state == .unknownStatement
            errand.fail(index, isUnknown ? preparation?.failure ?? failure : failure)
            if let preparation, isUnknown || notice.state == .staleStatement {
                forget(preparation)
            }
        case .end(let errand): errand.fail(nil, failure)
        case .preparationEnd, nil: break
        }
    }

    /// Makes the next use prepare the statement again.
    private func forget(_ preparation: Preparation) {
        if preparations[preparation.words] === preparation {
            preparations[preparation.words] = nil
        }
    }

    private func endOfAnswer() {
        switch owed.next {
        case .statement, .preparation: owed.removeFirst()
        case .end, .preparationEnd, nil: break
        }
        columns = nil
    }

    private func endOfBatch() {
        let answer = owed.next
        switch answer {
        case .end, .preparationEnd: owed.removeFirst()
        case .statement, .preparation, nil: return end(lossFailure)
        }
        if case .end(let errand) = answer {
            waiting = (waiting.batches - 1, waiting.bytes - errand.size)
            errand.finish()
        }
    }

    /// Enables single-row mode for the next statement, before libpq reads any of its rows.
    func arm(_ library: LibraryConnection) {
        if case .statement = owed.next, columns == nil { library.streamRows() }
    }
}
