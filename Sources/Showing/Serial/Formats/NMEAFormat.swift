internal import Board
internal import Formats
internal import Linux
internal import Notices

/// Sentences with a checksum: `$CBEVT,1,1,004hmasw9nf6y,ringing,CALL,Zoe Muller*43`.
struct NMEAFormat: CommandedFormat {
    /// Version of the format, sent in `$CBVER`.
    private static let version = "1"

    var commands: CommandReader

    init(_ style: SerialStyle) { commands = CommandReader(style) }

    mutating func begin(at time: WallTime) -> [SerialPacket] {
        [SerialPacket(bytes: NMEASentence.sentence(["CBVER", Self.version]))]
    }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        event.packets(sentences(for: event.onWire))
    }

    mutating func heartbeat(at time: WallTime) -> [UInt8] {
        NMEASentence.sentence(["CBHBT", time.local.clock.filter { $0 != ":" }])
    }

    mutating func loss(of events: Int, at time: WallTime) -> [UInt8] {
        NMEASentence.sentence(["CBLST", "\(events)"])
    }

    mutating func end(at time: WallTime) -> [UInt8] {
        NMEASentence.sentence(["CBEND"])
    }

    private func sentences(for event: BridgeEvent) -> [UInt8] {
        switch event {
        case .notice(let change, let notice, _): sentences(change, notice, BoardEntry(event))
        case .phone(let state, let phone, _):
            sentences("CBPHN", [state.rawValue], text: phone.name)
        case .radio(let condition, _, _): NMEASentence.sentence(["CBRAD", condition.rawValue])
        case .beacon(let news, _):
            sentences(
                "CBITM", [news.change.rawValue, news.label], text: news.subject.name.cleaned())
        case .renamed, .source, .battery, .media, .listed: []
        }
    }

    private func sentences(
        _ change: NoticeChange, _ notice: Notice, _ entry: BoardEntry?
    ) -> [UInt8] {
        guard let entry else { return [] }
        let id = notice.id.description
        let label = change == .missed ? notice.label : notice.category.label
        let who =
            sentences("CBEVT", [id, change.rawValue, label], text: entry.who)
            + lengths(of: notice, at: change)
        if entry.isBrief || entry.text.isEmpty || notice.call != nil { return who }
        return who + sentences("CBTXT", [id], text: entry.text)
    }

    /// Returns the outcome of an ended call, with its ring time and talk time in seconds.
    private func lengths(of notice: Notice, at change: NoticeChange) -> [UInt8] {
        guard [.ended, .missed].contains(change), let call = notice.call,
            let outcome = notice.callOutcome
        else { return [] }
        let times = [call.ringTime, call.talkTime].map { $0?.decimalSeconds ?? "" }
        return NMEASentence.sentence(["CBCAL", notice.id.description, outcome.rawValue] + times)
    }

    private func sentences(_ type: String, _ fields: [String], text: String) -> [UInt8] {
        NMEASentence.sentences(
            type, fields, text: text, charset: style.charset, width: style.width)
    }
}
