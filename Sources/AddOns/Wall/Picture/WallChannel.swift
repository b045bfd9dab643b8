import Board
import Control
import Formats
import JSON
import Linux
import Notices
import Web

/// Board for all clients with the same level of detail, and messages that they have not received yet.
@LoopActor
final class WallChannel {
    /// Minimum time between two messages with changes; changes in between are sent together.
    private nonisolated static let gathering: Duration = .milliseconds(100)

    /// Minimum jump of the clock that is sent to pages.
    private nonisolated static let clockSlack: Duration = .seconds(1)

    /// Keep-alive event for the page's script, which cannot see comments.
    private nonisolated static let here = StreamedEvent(id: nil, name: "here", data: []).bytes

    typealias Interest = WallMessages.Interest

    /// A connected client.
    final class Reader {
        let stream: WebStream
        let interest: Interest
        let rights: WallRights
        /// Digest of its token; nil for a client without one.
        let token: String?

        init(_ stream: WebStream, _ interest: Interest, _ rights: WallRights, token: String?) {
            self.stream = stream
            self.interest = interest
            self.rights = rights
            self.token = token
        }
    }

    let frame: WallFrame
    private(set) var board: DayBoard
    private var link: WallPicture.Link
    private var bridges: [FollowedBridge] = []
    private let night: Hours?
    /// Board as last sent as JSON, and as last sent as HTML (`drawn`); nil before the first client of each form.
    private var told: WallPicture?
    private var drawn: WallPicture?
    private var messages: WallMessages
    /// Messages with HTML, with IDs of their own.
    private var pageMessages: WallMessages
    private(set) var readers: [Reader] = []
    private let telling = Alarm()
    private var lastTelling: Duration?
    /// Difference between local time and monotonic clock, as pages know it.
    private var clockAhead = WallChannel.clockAhead(at: WallTime.now)

    init(_ frame: WallFrame, _ board: DayBoard, _ link: WallPicture.Link, night: Hours?) {
        self.frame = frame
        self.board = board
        self.link = link
        self.night = night
        messages = WallMessages(frame.run)
        pageMessages = WallMessages(frame.run + "p")
    }

    // MARK: Input

    /// Applies a state or an event.
    func take(_ event: BridgeEvent) {
        let hasChanged = board.take(event, at: EventLoop.now)
        // Other boards show neither positions nor keys of a player.
        if case .media = event { return tellSoon() }
        if hasChanged { tellSoon() }
    }

    /// Replaces the board, or changes the state of the link.
    func take(_ board: DayBoard? = nil, link: WallPicture.Link) {
        if let board { self.board = board }
        self.link = link
        tellSoon()
    }

    /// Updates the bridges of a central database.
    func take(_ bridges: [FollowedBridge]) {
        self.bridges = bridges
        tellSoon()
    }

    /// Sends an event to clients that receive events.
    func tell(_ news: BridgeEvent) {
        guard let reduced = shown(news) else { return }
        let object = JSONFormat(showsSource: false).object(for: reduced)
        if !object.isEmpty { say("news", object, .news) }
    }

    /// The event with the visible part of its texts, for the stream and all other responses; nil if nothing is
    /// visible.
    func shown(_ news: BridgeEvent) -> BridgeEvent? {
        (frame.codes == .hide ? news.withoutCode : news).reduced(to: frame.detail)
    }

    /// Reports a number of dropped events.
    func tellLoss(_ count: Int) {
        say("lost", Array("{\"count\":\(count)}".utf8), .news)
    }

    /// Checks for a new day or night, and for a changed clock.
    func lookAtClock() {
        _ = board.move(to: WallTime.now)
        tellSoon()
        tellClock()
    }

    private static func clockAhead(at now: WallTime) -> Duration {
        .milliseconds(now.milliseconds) + .seconds(now.local.offsetMinutes * 60) - EventLoop.now
    }

    /// Sends the time after the clock has jumped: it was set, or summer time has begun or ended.
    private func tellClock() {
        let now = WallTime.now
        let ahead = Self.clockAhead(at: now)
        guard abs((ahead - clockAhead).milliseconds) > Self.clockSlack.milliseconds else { return }
        clockAhead = ahead
        let change = JSONWriter.object { writer in
            writer.member("version", WallPicture.version)
            writer.member("time", now.timestamp)
        }
        say("change", change, .board)
        say("change", change, .page)
    }

    // MARK: Output

    /// Snapshot of the board.
    func picture() -> WallPicture {
        let now = WallTime.now
        _ = board.move(to: now)
        return WallPicture(
            board, link: link, bridges: bridges, isNight: night?.contains(now) ?? false, at: now)
    }

    /// Copy of the board for images.
    func boardToDraw() -> DayBoard {
        _ = board.move(to: WallTime.now)
        let shown = frame.detail == .counts ? board.withoutPhoneNames : board
        if case .gone(let since, _) = link {
            return shown.left(because: "gone since \(since.local.shortClock)")
        }
        return shown
    }

    /// JSON of the whole board, for a client with these rights.
    func whole(_ rights: WallRights) -> [UInt8] {
        picture().whole(frame, rights, at: WallTime.now, EventLoop.now)
    }

    private func tellSoon() {
        guard !readers.isEmpty, !telling.isSet else { return }
        let rest = lastTelling.map { Self.gathering - (EventLoop.now - $0) } ?? .zero
        telling.set(after: max(.zero, rest), for: self) { $0.tellChanges() }
    }

    /// Sends changes in each form that has a client, and returns the present board.
    ///
    /// - Parameter newcomer: forms needed by a client that is about to be added.
    @discardableResult
    private func tellChanges(and newcomer: Interest = []) -> WallPicture {
        let picture = picture()
        let (now, clock) = (WallTime.now, EventLoop.now)
        let heard = readers.reduce(newcomer) { $0.union($1.interest) }
        if heard.contains(.board) {
            let changes = told.flatMap { picture.changes(since: $0, at: now, clock) }
            told = picture
            if let changes { sayChange(changes, .board) }
        }
        if heard.contains(.page) {
            let changes = drawn.flatMap {
                BoardMarkup(picture, frame, at: now, clock).changes(since: $0)
            }
            drawn = picture
            if let changes { sayChange(changes, .page) }
        }
        return picture
    }

    private func sayChange(_ changes: [UInt8], _ interest: Interest) {
        lastTelling = EventLoop.now
        say("change", changes, interest)
    }

    private func say(_ name: String, _ data: [UInt8], _ interest: Interest) {
        let bytes =
            interest == .page
            ? pageMessages.add(name, data, interest) : messages.add(name, data, interest)
        for reader in readers where !reader.interest.isDisjoint(with: interest) {
            reader.stream.send(bytes)
        }
    }

    // MARK: Clients

    /// Adds a client that connects or reconnects.
    ///
    /// - Parameter last: ID of the last message that the client received; nil for a new client.
    func add(_ reader: Reader, after last: String?) {
        // Changes that came while no client was connected become one message.
        let board = tellChanges(and: reader.interest)
        tellClock()
        let messages = reader.interest == .page ? pageMessages : self.messages
        var bytes = StreamedEvent.pause(milliseconds: 2_000)
        if let missed = messages.missed(since: last) {
            for message in missed where !reader.interest.isDisjoint(with: message.interest) {
                bytes += message.bytes
            }
            if missed.isEmpty, reader.interest == .page { bytes += Self.here }
        } else if reader.interest == .page {
            let markup = BoardMarkup(board, frame, at: WallTime.now, EventLoop.now)
            let data = markup.whole(for: reader.rights)
            bytes += StreamedEvent(id: messages.id, name: "board", data: data).bytes
        } else if reader.interest.contains(.board) || last != nil {
            // The board contains the current state, but not missed events.
            if last != nil, reader.interest.contains(.news) {
                bytes += StreamedEvent(id: messages.id, name: "lost", data: Array("{}".utf8)).bytes
            }
            if reader.interest.contains(.board) {
                let data = board.whole(frame, reader.rights, at: WallTime.now, EventLoop.now)
                bytes += StreamedEvent(id: messages.id, name: "board", data: data).bytes
            }
        } else {
            // A message without data triggers no event, but sets the last ID of the client.
            bytes += Array("id: \(messages.id)\n\n".utf8)
        }
        readers.append(reader)
        reader.stream.gone = { [weak self, weak reader] in
            guard let self, let reader else { return }
            readers.removeAll { $0 === reader }
        }
        reader.stream.send(bytes)
    }

    /// Sends a keep-alive to all clients.
    func breathe() {
        for reader in readers {
            reader.stream.send(reader.interest == .page ? Self.here : StreamedEvent.comment)
        }
    }

    /// Closes the streams of tokens that are no longer valid.
    func end(where isOver: (String?) -> Bool) {
        for reader in readers where isOver(reader.token) { reader.stream.end() }
    }
}

extension BridgeEvent {
    /// The visible part of the event; nil if there is none.
    func reduced(to detail: BoardOptions.Detail) -> BridgeEvent? {
        switch detail {
        case .full: return self
        case .names:
            switch self {
            case .notice(let change, let notice, let time):
                return .notice(change, notice.withoutText, at: time)
            case .media(let media, let phone, let time):
                return .media(media?.withoutTexts, phone, at: time)
            default: return self
            }
        case .counts: return withoutNames
        }
    }

    /// The event without names and texts; nil if nothing remains.
    fileprivate var withoutNames: BridgeEvent? {
        switch self {
        case .notice(let change, let notice, let time):
            var told = notice.withoutWords
            told.phone = notice.phoneID?.description ?? ""
            return .notice(change, told, at: time)
        case .phone(let state, let phone, let time):
            return .phone(state, phone.called(phone.id?.description ?? ""), at: time)
        case .radio(let condition, _, let time): return .radio(condition, at: time)
        case .battery(let level, let phone, let time):
            return .battery(level, phone.called(phone.id?.description ?? ""), at: time)
        // Presence of residents and items is no count, nor is what is played.
        case .media, .renamed, .beacon, .source, .listed: return nil
        }
    }
}
