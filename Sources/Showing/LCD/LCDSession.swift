internal import Linux

/// Session with the display server, without a connection or a clock: bytes in, bytes out.
///
/// The server discards an incomplete line at the end of a read, and bytes beyond its buffer.
/// Therefore at most one packet of whole lines is sent at a time, and the next one after its
/// answers.
package struct LCDSession {
    /// Byte limit of a batch; a packet on most networks holds slightly more.
    static let portion = 1024
    /// Time limit for an answer.
    static let patience: Duration = .seconds(10)
    /// Limit of unknown lines, beyond which the peer is not a display server.
    static let unknownLimit = 256
    /// Limit of bytes without the end of a line, beyond which the peer is not a display server.
    static let endlessLimit = 1 << 16

    /// Event that the replies of the server cause.
    package enum News: Hashable, Sendable {
        /// The server has greeted, with a display of this size.
        case ready(LCDSize)
        /// The picture is displayed, or about to be.
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
    /// Commands sent and not answered yet, in order.
    private var unanswered: [LCDCommand] = []
    /// Commands of the present picture that are still to be sent.
    private var unsaid: ArraySlice<LCDCommand> = []
    private var picture: LCDPicture?
    private var nextPicture: LCDPicture?
    private var hasNamedItself = false

    /// Bytes to send to the server.
    package private(set) var output: [UInt8] = []
    /// Time by which the server must answer.
    private(set) var deadline: Duration?

    /// - Parameter name: the name of this client in the server, encoded for the display.
    package init(name: [UInt8]) {
        self.name = name
    }

    /// Whether another picture has to wait: one is being sent, or the server has not greeted yet.
    package var isBusy: Bool { nextPicture != nil || !hasGreeted }

    /// The last picture that the server has received completely.
    var shown: LCDPicture? { picture }

    /// Starts the session with the greeting.
    package mutating func begin(at now: Duration) {
        say([.hello], at: now)
    }

    /// Sends the differences from the displayed picture.
    ///
    /// Returns false if there are none, or if another picture is still being sent.
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

    /// Removes sent bytes from the output.
    package mutating func sent(_ count: Int) {
        output.removeFirst(min(count, output.count))
    }

    /// Takes bytes from the server and returns their events in order.
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
        // A display server does not send these before its greeting.
        case .success where hasGreeted, .refusal where hasGreeted:
            guard !unanswered.isEmpty else { return note(&news) }
            let command = unanswered.removeFirst()
            if reply == .refusal, !command.mayBeRefused {
                return news.append(.failed(.refused))
            }
            goOn(at: now, &news)
        case .complete where hasGreeted:
            // The answer to `noop` implies that all commands before it were answered.
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

    /// Counts an unknown line.
    private mutating func note(_ news: inout [News]) {
        unknownLines += 1
        if unknownLines > Self.unknownLimit { news.append(.failed(.notAServer)) }
    }

    private mutating func goOn(at now: Duration, _ news: inout [News]) {
        guard unanswered.isEmpty else {
            // A slow server is not a silent one.
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
