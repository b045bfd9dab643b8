internal import Linux

/// One conversation with the display server, without a connection or a clock: bytes in, bytes out.
///
/// The server forgets the beginning of a line whose end has not come when it looks, and what goes
/// beyond its buffer. So no more is on its way at once than goes into one packet, always in whole
/// lines, and the next portion follows when that is answered.
package struct LCDSession {
    /// The most bytes that are on their way; a packet on most networks holds some more.
    static let portion = 1024
    /// How long the server may take to answer.
    static let patience: Duration = .seconds(10)
    /// Lines that mean nothing; a server with more to say of that kind is none.
    static let unknownLimit = 256
    /// Bytes without the end of a line, beyond which the same holds.
    static let endlessLimit = 1 << 16

    /// What comes of what the server says.
    package enum News: Hashable, Sendable {
        /// The server is there, with a display of this size.
        case ready(LCDSize)
        /// The picture is on the display, or on its way there.
        case taken
        case key(String)
        case shown(LCDScreen.Name)
        case hidden(LCDScreen.Name)
        case failed(LCDProblem)
    }

    private let name: [UInt8]
    private var lines = LCDLines()
    private var hasGreeted = false
    private var unknownLines = 0
    private var bytesWithoutLine = 0
    /// What was said and is not answered yet, in its order.
    private var unanswered: [LCDCommand] = []
    /// What is still to be said of the picture on its way.
    private var unsaid: ArraySlice<LCDCommand> = []
    private var picture: LCDPicture?
    private var nextPicture: LCDPicture?
    private var hasNamedItself = false

    /// Bytes for the server, to be sent as they are.
    package private(set) var output: [UInt8] = []
    /// When the server has to have answered.
    private(set) var deadline: Duration?

    /// - Parameter name: what the server calls this client, in the display's characters.
    package init(name: [UInt8]) {
        self.name = name
    }

    /// Whether a picture is on its way, so that another one has to wait.
    package var isBusy: Bool { nextPicture != nil || !hasGreeted }

    /// What the server has last been told of whole.
    var shown: LCDPicture? { picture }

    /// Says hello to the server, first of all.
    package mutating func begin(at now: Duration) {
        say([.hello], at: now)
    }

    /// Says what makes this picture of the one on the display; false where that is the same, or where
    /// another one is still on its way.
    package mutating func show(_ new: LCDPicture, at now: Duration) -> Bool {
        guard !isBusy else { return false }
        var commands = new.commands(after: picture)
        guard !commands.isEmpty else { return false }
        if !hasNamedItself { commands.insert(.setName(name), at: 0) }
        hasNamedItself = true
        nextPicture = new
        unsaid = commands[...]
        sayMore(at: now)
        return true
    }

    /// Forgets bytes of the output that were sent.
    package mutating func sent(_ count: Int) {
        output.removeFirst(min(count, output.count))
    }

    /// Takes bytes from the server, and returns what they mean, in order.
    package mutating func receive(_ bytes: [UInt8], at now: Duration) -> [News] {
        let replies = lines.take(bytes)
        bytesWithoutLine = replies.isEmpty ? bytesWithoutLine + bytes.count : 0
        guard bytesWithoutLine <= Self.endlessLimit else { return [.failed(.notAServer)] }
        var news: [News] = []
        for reply in replies {
            take(reply, at: now, &news)
            if case .failed = news.last { break }
        }
        return news
    }

    private mutating func take(_ reply: LCDReply, at now: Duration, _ news: inout [News]) {
        switch reply {
        case .connect(let size):
            guard !hasGreeted else { return note(&news) }
            hasGreeted = true
            unanswered = []
            deadline = nil
            news.append(.ready(size))
        // Before its greeting a server says nothing of the kind.
        case .success where hasGreeted, .refusal where hasGreeted:
            guard !unanswered.isEmpty else { return note(&news) }
            let command = unanswered.removeFirst()
            if reply == .refusal, !command.mayBeRefused {
                return news.append(.failed(.refused))
            }
            goOn(at: now, &news)
        case .complete where hasGreeted:
            // What is said before it is answered before it, in however many lines.
            guard let fence = unanswered.firstIndex(of: .noop) else { return note(&news) }
            unanswered.removeSubrange(...fence)
            goOn(at: now, &news)
        case .refusal: news.append(.failed(.refused))
        case .key(let key): news.append(.key(key))
        case .shown(let name): LCDScreen.Name(rawValue: name).map { news.append(.shown($0)) }
        case .hidden(let name): LCDScreen.Name(rawValue: name).map { news.append(.hidden($0)) }
        case .menu: return
        case .unknown, .success, .complete: note(&news)
        }
    }

    /// Takes note of a line that means nothing.
    private mutating func note(_ news: inout [News]) {
        unknownLines += 1
        if unknownLines > Self.unknownLimit { news.append(.failed(.notAServer)) }
    }

    private mutating func goOn(at now: Duration, _ news: inout [News]) {
        guard unanswered.isEmpty else {
            // Slow is not silent.
            deadline = now + Self.patience
            return
        }
        deadline = nil
        guard unsaid.isEmpty else { return sayMore(at: now) }
        guard let next = nextPicture else { return }
        picture = next
        nextPicture = nil
        unknownLines = 0
        news.append(.taken)
    }

    private mutating func sayMore(at now: Duration) {
        var portion: [LCDCommand] = []
        var count = LCDCommand.noop.line.count
        while let command = unsaid.first {
            count += command.line.count
            if count > Self.portion, !portion.isEmpty { break }
            portion.append(unsaid.removeFirst())
        }
        say(portion + [.noop], at: now)
    }

    private mutating func say(_ commands: [LCDCommand], at now: Duration) {
        for command in commands { output += command.line }
        unanswered += commands
        deadline = now + Self.patience
    }
}
