extension MediaSession {
    /// Starts the next request, unless one is in progress.
    ///
    /// The order is: commands of the user, subscriptions and registrations, whole values.
    mutating func startNext(at now: Duration) {
        guard current == nil else { return }
        if let command = commands.next() {
            start(.perform(command), .write([command.rawValue], .remoteCommand), at: now)
        } else if let step = plan.next() {
            if step == .unsubscribeCommands { list.unsubscribing(at: now) }
            start(.setUp(step), plan.action(of: step), at: now)
        } else if let next = values.next() {
            start(.select(next), .write(next.attribute.bytes, .entityAttribute), at: now)
        }
    }

    private mutating func start(_ request: Request, _ action: MediaAction, at now: Duration) {
        guard let answer = action.answer else { return }
        current = Current(
            request: request, answer: answer, deadline: now + MediaLimits.answer)
        actions.append(action)
    }

    /// Ends the request in progress if this is its answer; other answers change nothing.
    mutating func finish(
        _ answer: Answer, _ outcome: Outcome, at now: Duration
    ) -> [MediaAction] {
        guard let current, current.answer == answer else { return [] }
        end(current, outcome, at: now)
        return settle(at: now)
    }

    /// Ends the request in progress.
    mutating func end(_ ended: Current, _ outcome: Outcome, at now: Duration) {
        current = nil
        switch ended.request {
        case .setUp(let step):
            if outcome == .accepted { accept(step) } else { plan.failed(step, outcome, at: now) }
        case .perform:
            // A command without an answer was reported before.
            guard let command = commands.takeSent() else { return }
            report(.performed(command, MediaOutcome(outcome)))
        case .select(let request) where outcome == .accepted:
            // A newer update has the value, or requests it again.
            guard values.isCurrent(request) else { return }
            start(.read(request), .read(.entityAttribute), at: now)
        case .read where outcome == .accepted: break
        case .select(let request), .read(let request):
            if outcome == .refused(.absentAttribute) {
                takeWhole([], request, at: now)
            } else {
                values.failed(request, outcome)
            }
        }
    }

    private mutating func accept(_ step: SetupPlan.Step) {
        switch step {
        case .unsubscribeCommands: list.unsubscribed()
        case .subscribeCommands: list.subscribed()
        default: break
        }
        plan.succeeded()
    }

    // MARK: Values

    /// Handles a value of Entity Update; malformed and unknown ones change nothing.
    mutating func receiveUpdate(_ bytes: [UInt8], at now: Duration) {
        guard let update = try? EntityUpdate(parsing: bytes), update.attribute.isKnown else {
            return
        }
        let isCut = update.flags.contains(.truncated)
        values.updated(update.attribute, isCut: isCut)
        take(update.value, of: update.attribute, isCut: isCut, at: now)
    }

    /// Handles the whole value of an attribute, unless an update has arrived since.
    mutating func takeWhole(_ value: [UInt8], _ request: WholeValues.Request, at now: Duration) {
        guard values.isCurrent(request) else { return }
        take(value, of: request.attribute, isCut: false, at: now)
    }

    private mutating func take(
        _ value: [UInt8], of attribute: MediaAttribute, isCut: Bool, at now: Duration
    ) {
        if attribute == .playbackInfo {
            reports.take(PlaybackInfo(parsing: value, isCut: isCut), at: now)
        } else {
            reports.state.set(attribute, to: value, isCut: isCut)
            list.take(value, of: attribute, isCut: isCut, at: now)
        }
    }
}

extension MediaAction {
    /// Kind of answer to the request; nil for a report.
    fileprivate var answer: MediaSession.Answer? {
        switch self {
        case .subscribe(let characteristic): .subscription(characteristic)
        case .unsubscribe(let characteristic): .unsubscription(characteristic)
        case .write(_, let characteristic): .write(characteristic)
        case .read(let characteristic): .read(characteristic)
        case .report: nil
        }
    }
}

extension MediaOutcome {
    fileprivate init(_ outcome: MediaSession.Outcome) {
        switch outcome {
        case .accepted: self = .performed
        case .refused(let error): self = .refused(error)
        case .unanswered: self = .unanswered
        }
    }
}
