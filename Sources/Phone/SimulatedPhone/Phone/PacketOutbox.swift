/// Packets to be sent on one link: due responses first, then indications, values of other services
/// than notifications, and finally announcements and fragments of answers in turns.
struct PacketOutbox: Sendable {
    /// A packet with its earliest time.
    struct Timed: Sendable {
        let due: Duration
        let packet: [UInt8]
    }

    /// An answer on Data Source, divided into packets.
    struct Answer: Sendable {
        /// A packet with the pause before it.
        struct Fragment: Sendable {
            let packet: [UInt8]
            let pause: Duration
        }

        /// Earliest time of the first fragment.
        var due: Duration
        var fragments: Queue<Fragment>
    }

    /// Number of unanswered requests at which reading the host's packets stops.
    static let requestLimit = 32

    /// Number of waiting values at which further ones of the player are dropped.
    static let valueLimit = 4_096

    private var responses = Queue<Timed>()
    private var indications = Queue<[UInt8]>()
    private var isAwaitingConfirmation = false
    /// Values of other services than notifications.
    private var values = Queue<[UInt8]>()
    private var announcements = Queue<[UInt8]>()
    private var answers = Queue<Answer>()
    private var wasAnswerLast = false

    /// Whether the host has to wait because of too many requests.
    var isFull: Bool { responses.count + answers.count >= Self.requestLimit }

    /// Whether values of the player are accepted.
    var hasRoomForValues: Bool { values.count < Self.valueLimit }

    /// Time of the next packet, which may be in the past; nil if none can be sent.
    var due: Duration? {
        if !announcements.isEmpty || !values.isEmpty
            || (!indications.isEmpty && !isAwaitingConfirmation)
        {
            return .zero
        }
        return [responses.first?.due, answers.first?.due].compactMap(\.self).min()
    }

    /// Appends a response and returns its time, which is never before that of the previous one.
    @discardableResult
    mutating func respond(_ packet: [UInt8], due: Duration) -> Duration {
        let due = max(due, responses.last?.due ?? .zero)
        responses.append(Timed(due: due, packet: packet))
        return due
    }

    mutating func indicate(_ packet: [UInt8]) {
        indications.append(packet)
    }

    mutating func confirmIndication() {
        isAwaitingConfirmation = false
    }

    /// Appends a value of another service than notifications.
    mutating func tell(_ packet: [UInt8]) {
        values.append(packet)
    }

    mutating func announce(_ packet: [UInt8]) {
        announcements.append(packet)
    }

    mutating func answer(_ answer: Answer) {
        answers.append(answer)
    }

    mutating func forgetAnnouncements() {
        announcements = Queue()
    }

    mutating func forgetAnswers() {
        answers = Queue()
    }

    /// Removes and returns the packet due now, if there is one.
    mutating func take(at now: Duration) -> [UInt8]? {
        if let response = responses.first, response.due <= now {
            responses.removeFirst()
            return response.packet
        }
        if !isAwaitingConfirmation, let indication = indications.first {
            indications.removeFirst()
            isAwaitingConfirmation = true
            return indication
        }
        if let value = values.first {
            values.removeFirst()
            return value
        }
        if wasAnswerLast, let announcement = takeAnnouncement() { return announcement }
        return takeFragment(at: now) ?? takeAnnouncement()
    }

    private mutating func takeAnnouncement() -> [UInt8]? {
        guard let announcement = announcements.first else { return nil }
        announcements.removeFirst()
        wasAnswerLast = false
        return announcement
    }

    private mutating func takeFragment(at now: Duration) -> [UInt8]? {
        guard var answer = answers.first, answer.due <= now,
            let fragment = answer.fragments.first
        else { return nil }
        wasAnswerLast = true
        answer.fragments.removeFirst()
        answers.removeFirst()
        if let next = answer.fragments.first {
            answer.due = now + next.pause
            answers.prepend(answer)
        }
        return fragment.packet
    }
}

/// A first-in, first-out queue with constant cost.
struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    init(_ elements: [Element] = []) {
        self.elements = elements
    }

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }
    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Puts back an element that was removed from the front.
    mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func removeFirst() {
        guard !isEmpty else { return }
        head += 1
        if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}
