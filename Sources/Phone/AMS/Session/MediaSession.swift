/// Conversation about a phone's media player from subscription to disconnect, as a value.
///
/// It takes bytes and time, and returns actions. At most one request is in progress.
package struct MediaSession: Sendable {
    /// Purpose of a request.
    enum Request: Hashable, Sendable {
        case setUp(SetupPlan.Step)
        case perform(MediaCommandID)
        /// Selects the attribute to read.
        case select(WholeValues.Request)
        case read(WholeValues.Request)
    }

    /// Kind of answer that ends a request.
    enum Answer: Hashable, Sendable {
        case subscription(MediaCharacteristic)
        case unsubscription(MediaCharacteristic)
        case write(MediaCharacteristic)
        case read(MediaCharacteristic)
    }

    /// End of a request.
    enum Outcome: Hashable, Sendable {
        case accepted
        case refused(MediaError)
        case unanswered

        /// - Parameter error: nil if the phone accepted the request.
        init(_ error: MediaError?) {
            self = error.map { .refused($0) } ?? .accepted
        }
    }

    /// The request in progress.
    struct Current: Hashable, Sendable {
        let request: Request
        let answer: Answer
        /// Time at which it counts as unanswered.
        let deadline: Duration
    }

    /// Whether the phone offers the service.
    private(set) var isActive = false
    var plan = SetupPlan()
    var commands = CommandQueue()
    var list = CommandList()
    var values = WholeValues()
    var reports = StateReports()
    var current: Current?
    var actions: [MediaAction] = []

    package init() {}

    /// State of the player, also as far as it was not reported yet.
    package var state: MediaState { reports.state }

    /// Whether there is nothing to do until the next event.
    package var isSettled: Bool { isActive && nextDeadline == nil }

    /// Begins the session when the phone offers the service.
    ///
    /// Remote Command is subscribed first, and Entity Update after the answer.
    package mutating func begin(at now: Duration) -> [MediaAction] {
        guard !isActive else { return [] }
        isActive = true
        plan.begin()
        return settle(at: now)
    }

    /// Ends the session after the link or the service is gone.
    ///
    /// Only the times remain that bound the rate of reports and renewals.
    package mutating func end(at now: Duration) -> [MediaAction] {
        for command in commands.takeAll() { report(.performed(command, .unanswered)) }
        if let last = reports.end() { report(last) }
        list.end()
        let (reports, list, rest) = (self.reports, self.list, actions)
        self = MediaSession()
        (self.reports, self.list) = (reports, list)
        return rest
    }

    /// Handles the confirmation of a subscription.
    package mutating func subscribed(
        to characteristic: MediaCharacteristic, at now: Duration
    ) -> [MediaAction] {
        finish(.subscription(characteristic), .accepted, at: now)
    }

    /// Handles the confirmation that a subscription ended.
    package mutating func unsubscribed(
        from characteristic: MediaCharacteristic, at now: Duration
    ) -> [MediaAction] {
        finish(.unsubscription(characteristic), .accepted, at: now)
    }

    /// Handles a refused subscription.
    ///
    /// If the phone refuses to end one, the next one is made all the same.
    package mutating func refused(
        _ characteristic: MediaCharacteristic, _ error: MediaError, at now: Duration
    ) -> [MediaAction] {
        let isEnding = current?.answer == .unsubscription(characteristic)
        return isEnding
            ? finish(.unsubscription(characteristic), .accepted, at: now)
            : finish(.subscription(characteristic), .refused(error), at: now)
    }

    /// Handles the phone's confirmation or refusal of a write.
    package mutating func written(
        to characteristic: MediaCharacteristic, _ error: MediaError?, at now: Duration
    ) -> [MediaAction] {
        finish(.write(characteristic), Outcome(error), at: now)
    }

    /// Handles the value that was read, or the refusal.
    package mutating func read(
        from characteristic: MediaCharacteristic, _ result: Result<[UInt8], MediaError>,
        at now: Duration
    ) -> [MediaAction] {
        if case .success(let value) = result, case .read(let request) = current?.request,
            characteristic == .entityAttribute
        {
            takeWhole(value, request, at: now)
        }
        var error: MediaError?
        if case .failure(let failure) = result { error = failure }
        return finish(.read(characteristic), Outcome(error), at: now)
    }

    /// Handles a value of Remote Command or Entity Update.
    package mutating func received(
        _ value: [UInt8], from characteristic: MediaCharacteristic, at now: Duration
    ) -> [MediaAction] {
        guard isActive else { return [] }
        switch characteristic {
        case .remoteCommand:
            reports.state.commands = Set(value.map(MediaCommandID.init(rawValue:)))
            list.received()
        case .entityUpdate: receiveUpdate(value, at: now)
        case .entityAttribute: break
        }
        return settle(at: now)
    }

    /// Performs a command of the user on the phone, before all requests that are not in progress.
    package mutating func perform(_ command: MediaCommandID, at now: Duration) -> [MediaAction] {
        let offered = list.isCurrent ? reports.state.commands : nil
        if !isActive {
            report(.performed(command, .unanswered))
        } else if offered?.contains(command) == false {
            report(.performed(command, .notOffered))
        } else if !commands.add(command, at: now) {
            report(.performed(command, .busy))
        }
        return settle(at: now)
    }

    /// Handles all deadlines that have passed.
    package mutating func timePassed(at now: Duration) -> [MediaAction] {
        for command in commands.takeOverdue(at: now) { report(.performed(command, .unanswered)) }
        if let current, current.deadline <= now { end(current, .unanswered, at: now) }
        plan.timePassed(at: now)
        if list.isDue(at: now), current?.request != .setUp(.subscribeCommands) {
            plan.renewCommands()
        }
        return settle(at: now)
    }

    /// Time at which `timePassed` must be called next; nil while a player only plays on.
    package var nextDeadline: Duration? {
        [
            commands.deadline, current?.deadline, plan.retryDeadline,
            list.deadline, reports.deadline,
        ].compactMap(\.self).min()
    }

    mutating func report(_ report: MediaReport) {
        actions.append(.report(report))
    }

    /// Starts the next request, reports what is due, and returns the actions.
    mutating func settle(at now: Duration) -> [MediaAction] {
        if isActive {
            startNext(at: now)
            reports.stateChanged(at: now)
            if let due = reports.takeDue(at: now) { report(due) }
        }
        defer { actions.removeAll() }
        return actions
    }
}
