/// The one Control Point request that is under way.
struct CurrentRequest: Sendable {
    /// What a request is for.
    enum Purpose: Sendable {
        case fetch(WaitingList.Entry)
        case appName([UInt8])
        case perform(PersonAction)
        case probe
    }

    let purpose: Purpose
    let request: Request
    var accumulator: AnswerAccumulator?
    /// The last Notification Source value about the notification, if one came meanwhile.
    var update: SourceEvent?
    /// Whether the notification went away meanwhile.
    var isRemoved = false
    /// Whether anything came on Data Source meanwhile, of whichever answer.
    private(set) var hasHeard = false
    /// Whether some of the answer has come.
    private(set) var hasBegun = false
    private let started: Duration
    private var lastProgress: Duration

    init(_ purpose: Purpose, textLength: UInt16, at now: Duration) {
        self.purpose = purpose
        request =
            switch purpose {
            case .fetch(let entry):
                .notificationAttributes(entry.event.uid, maximumTextLength: textLength)
            case .appName(let appIdentifier): .appName(appIdentifier: appIdentifier)
            case .perform(let action): .perform(action.id, action.uid)
            case .probe: .notificationAttributes(.probe, maximumTextLength: textLength)
            }
        accumulator = AnswerAccumulator(answering: request)
        started = now
        lastProgress = now
    }

    /// When the request has failed, unless something of its answer comes.
    var deadline: Duration {
        switch purpose {
        case .fetch, .perform:
            min(lastProgress + SessionLimits.progress, started + SessionLimits.answer)
        case .appName: started + SessionLimits.appName
        case .probe: started + SessionLimits.probe
        }
    }

    /// The action of the person that this is about, if any.
    var personAction: PersonAction? {
        if case .perform(let action) = purpose { action } else { nil }
    }

    /// Whether this asks for the attributes of a notification.
    func fetches(_ uid: NotificationUID) -> Bool {
        if case .fetch(let entry) = purpose { entry.event.uid == uid } else { false }
    }

    /// The phone has taken the request.
    mutating func confirmed(at now: Duration) {
        lastProgress = now
    }

    /// Takes a fragment that came on Data Source.
    mutating func append(
        _ fragment: [UInt8], at now: Duration
    ) -> AnswerAccumulator.Progress? {
        guard !fragment.isEmpty else { return .waiting }
        hasHeard = true
        let progress = accumulator?.append(fragment)
        if progress == .waiting {
            hasBegun = true
            lastProgress = now
        }
        return progress
    }
}
