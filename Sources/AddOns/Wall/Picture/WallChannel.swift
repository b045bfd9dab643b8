import Board
import Contract
import Control
import Formats
import JSON
import Linux
import Notices
import Web

/// What all see who may see as much: the board, and the changes of it that pages have not got yet.
@LoopActor
final class WallChannel {
    /// How long changes are gathered where one was told just before.
    private nonisolated static let gathering: Duration = .milliseconds(100)

    /// How much the clock may be otherwise before pages are told.
    private nonisolated static let clockSlack: Duration = .seconds(1)

    /// Shows the script of the page that its stream is alive: it hears no comments.
    private nonisolated static let here = StreamedEvent(id: nil, name: "here", data: []).bytes

    typealias Interest = WallMessages.Interest

    /// A page that looks.
    final class Reader {
        let stream: WebStream
        let interest: Interest
        let rights: WallRights
        /// The digest of the token by which it came; nil where everybody may look.
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
    /// The pictures that readers of JSON have, and pages.
    private var told: WallPicture?
    private var drawn: WallPicture?
    private var messages: WallMessages
    /// Those of pages, with ids of their own.
    private var pageMessages: WallMessages
    private(set) var readers: [Reader] = []
    private let telling = Alarm()
    private var lastTelling: Duration?
    /// How far the clock of the day is ahead of the one that nobody sets, as pages have it.
    private var clockAhead = WallChannel.clockAhead(at: WallTime.now)

    init(_ frame: WallFrame, _ board: DayBoard, _ link: WallPicture.Link, night: Hours?) {
        self.frame = frame
        self.board = board
        self.link = link
        self.night = night
        messages = WallMessages(frame.run)
        pageMessages = WallMessages(frame.run + "p")
    }

    // MARK: What happens

    /// Takes what holds or happens.
    func take(_ event: BridgeEvent) {
        if board.take(event, at: EventLoop.now) { tellSoon() }
    }

    /// Takes a board that was made anew, or that the bridge is gone.
    func take(_ board: DayBoard? = nil, link: WallPicture.Link) {
        if let board { self.board = board }
        self.link = link
        tellSoon()
    }

    /// Takes how the bridges of a centre are.
    func take(_ bridges: [FollowedBridge]) {
        self.bridges = bridges
        tellSoon()
    }

    /// Tells what happened to those who want to hear of each thing.
    func tell(_ news: BridgeEvent) {
        guard let reduced = shown(news) else { return }
        let object = JSONFormat(showsSource: false).object(for: reduced)
        if !object.isEmpty { say("news", object, .news) }
    }

    /// As much of an event as may be seen, in the stream and wherever else a page gets a text; nil where that is nothing.
    func shown(_ news: BridgeEvent) -> BridgeEvent? {
        (frame.codes == .hide ? news.withoutCode : news).reduced(to: frame.detail)
    }

    /// Tells that so many events were left out.
    func tellLoss(_ count: Int) {
        say("lost", Array("{\"count\":\(count)}".utf8), .news)
    }

    /// Looks at the clock, by which days and nights begin, and which somebody may set.
    func lookAtClock() {
        _ = board.move(to: WallTime.now)
        tellSoon()
        tellClock()
    }

    private static func clockAhead(at now: WallTime) -> Duration {
        .milliseconds(now.milliseconds) + .seconds(now.local.offsetMinutes * 60) - EventLoop.now
    }

    /// Tells what the clock shows where it goes on otherwise than before: it was set, or summer time has begun.
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

    // MARK: What is told

    /// The board of the moment.
    func picture() -> WallPicture {
        let now = WallTime.now
        _ = board.move(to: now)
        return WallPicture(
            board, link: link, bridges: bridges, isNight: night?.contains(now) ?? false, at: now)
    }

    /// The board of the moment for displays that fetch a picture of it.
    func boardToDraw() -> DayBoard {
        _ = board.move(to: WallTime.now)
        let shown = frame.detail == .counts ? board.withoutPhoneNames : board
        if case .gone(let since, _) = link {
            return shown.left(because: "gone since \(since.local.shortClock)")
        }
        return shown
    }

    /// The whole board as JSON, for one who may so much.
    func whole(_ rights: WallRights) -> [UInt8] {
        picture().whole(frame, rights, at: WallTime.now, EventLoop.now)
    }

    private func tellSoon() {
        guard !readers.isEmpty, !telling.isSet else { return }
        let rest = lastTelling.map { Self.gathering - (EventLoop.now - $0) } ?? .zero
        telling.set(after: max(.zero, rest), for: self) { $0.tellChanges() }
    }

    /// Sends what has changed, in each form that has a reader, and returns the picture that all have then.
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

    // MARK: Who looks

    /// A page begins to look, or comes back.
    ///
    /// - Parameter last: the id of what it had last.
    func add(_ reader: Reader, after last: String?) {
        // What has happened while nobody looked is one change.
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
            // The board tells what holds, and not what has happened.
            if last != nil, reader.interest.contains(.news) {
                bytes += StreamedEvent(id: messages.id, name: "lost", data: Array("{}".utf8)).bytes
            }
            if reader.interest.contains(.board) {
                let data = board.whole(frame, reader.rights, at: WallTime.now, EventLoop.now)
                bytes += StreamedEvent(id: messages.id, name: "board", data: data).bytes
            }
        } else {
            // Without data it is no event; it says from where on nothing may be missed.
            bytes += Array("id: \(messages.id)\n\n".utf8)
        }
        readers.append(reader)
        reader.stream.gone = { [weak self, weak reader] in
            guard let self, let reader else { return }
            readers.removeAll { $0 === reader }
        }
        reader.stream.send(bytes)
    }

    /// Keeps all streams alive, and shows each that it is.
    func breathe() {
        for reader in readers {
            reader.stream.send(reader.interest == .page ? Self.here : StreamedEvent.comment)
        }
    }

    /// Ends the streams of those whose token is not good any more.
    func end(where isOver: (String?) -> Bool) {
        for reader in readers where isOver(reader.token) { reader.stream.end() }
    }
}

extension BridgeEvent {
    /// As much of it as may be seen; nil where that is nothing.
    func reduced(to detail: BoardOptions.Detail) -> BridgeEvent? {
        switch detail {
        case .full: return self
        case .names:
            guard case .notice(let change, let notice, let time) = self else { return self }
            return .notice(change, notice.withoutText, at: time)
        case .counts: return withoutNames
        }
    }

    /// The same without a name or a word; nil where there is nothing else to it.
    fileprivate var withoutNames: BridgeEvent? {
        switch self {
        case .notice(let change, let notice, let time):
            var told = notice.withoutWords
            told.phone = notice.phoneID?.description ?? ""
            return .notice(change, told, at: time)
        case .phone(let state, let phone, let time):
            return .phone(state, phone.called(phone.id?.description ?? ""), at: time)
        case .radio(let condition, _, let time): return .radio(condition, at: time)
        // Who is home, and what somebody carries, is no count.
        case .renamed, .beacon, .source, .listed: return nil
        }
    }
}
