/// What a phone has yet to send on one link: responses first, then what it announces and what it
/// answers, one packet of each in turn.
struct PacketOutbox: Sendable {
    /// A packet that leaves no earlier than at some time.
    struct Timed: Sendable {
        let due: Duration
        let packet: [UInt8]
    }

    /// An answer on Data Source, cut into packets.
    struct Answer: Sendable {
        /// A packet and how long it waits for after the one before.
        struct Fragment: Sendable {
            let packet: [UInt8]
            let pause: Duration
        }

        /// When the first fragment may leave.
        var due: Duration
        var fragments: Queue<Fragment>
    }

    /// The host's packets are left in the socket while this many of its requests are unanswered.
    static let requestLimit = 32

    private var responses = Queue<Timed>()
    private var indications = Queue<[UInt8]>()
    private var isAwaitingConfirmation = false
    /// Values that have nothing to do with notifications.
    private var values = Queue<[UInt8]>()
    private var announcements = Queue<[UInt8]>()
    private var answers = Queue<Answer>()
    private var wasAnswerLast = false

    /// Whether the host has asked for so much that it has to wait.
    var isFull: Bool { responses.count + answers.count >= Self.requestLimit }

    /// When there will be something to send, which may be in the past.
    var due: Duration? {
        if !announcements.isEmpty || !values.isEmpty
            || (!indications.isEmpty && !isAwaitingConfirmation)
        {
            return .zero
        }
        return [responses.first?.due, answers.first?.due].compactMap(\.self).min()
    }

    /// Appends a response and returns when it leaves: never before the one in front of it.
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

    /// Sends a value that has nothing to do with notifications.
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

    /// Takes out the packet that leaves now, if there is one.
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

/// First in, first out, at the same cost however much waits.
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

    /// Puts an element in front that was taken from there.
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
