/// Attributes whose updates were cut, and that are read as a whole.
struct WholeValues: Sendable {
    /// A request for the whole value of an attribute.
    struct Request: Hashable, Sendable {
        let attribute: MediaAttribute
        /// Number of the update that was cut.
        let update: UInt64
        fileprivate(set) var attempts = 0
    }

    private var waiting: [Request] = []
    /// Number of the last update of each attribute.
    private var updates: [MediaAttribute: UInt64] = [:]
    private var updateCount: UInt64 = 0
    /// Whether the phone offers Entity Attribute.
    private var isOffered = true

    /// Records an update of a known attribute, after which earlier requests for it are outdated.
    mutating func updated(_ attribute: MediaAttribute, isCut: Bool) {
        updateCount &+= 1
        updates[attribute] = updateCount
        waiting.removeAll { $0.attribute == attribute }
        if isCut, isOffered {
            waiting.append(Request(attribute: attribute, update: updateCount))
        }
    }

    /// Whether no update has arrived since the one of the request.
    func isCurrent(_ request: Request) -> Bool {
        updates[request.attribute] == request.update
    }

    /// Removes and returns the next request.
    mutating func next() -> Request? {
        guard !waiting.isEmpty else { return nil }
        var request = waiting.removeFirst()
        request.attempts += 1
        return request
    }

    /// Queues a failed request again, if another attempt may help.
    mutating func failed(_ request: Request, _ outcome: MediaSession.Outcome) {
        if outcome.endsRequests {
            isOffered = false
            waiting = []
        } else if isCurrent(request), request.attempts < MediaLimits.attempts {
            waiting.append(request)
        }
    }
}

extension MediaSession.Outcome {
    /// Whether no further value can be requested.
    ///
    /// An answer that comes too late must not be taken for that of another request.
    fileprivate var endsRequests: Bool {
        switch self {
        case .accepted: false
        case .refused(let error): error.isAboutMissingAttribute
        case .unanswered: true
        }
    }
}
