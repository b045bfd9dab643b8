internal import ANCS
internal import Charsets
internal import Linux
internal import Notices

/// What an HM-10 module with a phone says, as sketches for it read it; `Docs/serial.md` says what is
/// known of that.
struct HM10Format: SerialFormat {
    /// The last category that the module's documents know.
    private static let lastCategory = CategoryID.entertainment
    /// The largest number of notices that two digits can say.
    private static let largestCount = 99
    /// Phones that are remembered as ready; past that one is greeted for again.
    private static let phoneLimit = 16
    private static let greeting = "OK+ANCSNOK+ANCSCOK+ANCSD"

    private let style: SerialStyle
    private let commands: CommandReader
    private var handles = HM10Handles()
    private var requests = HM10RequestReader()
    private var readyPhones: Set<String> = []
    private var hasGreeted = false

    init(_ style: SerialStyle) {
        self.style = style
        commands = CommandReader(style)
    }

    mutating func packets(for event: BoardEvent) -> [SerialPacket] {
        let event = event.onWire
        switch event {
        case .phone(let state, let name, _):
            return event.packets(phone(name, isReady: state == .ready))
        case .notice(let change, let notice, _):
            let surplus = makeRoom(for: change, notice)
            let announcement = announcement(of: change, notice)
            guard !announcement.isEmpty else { return surplus }
            defer { hasGreeted = true }
            return surplus
                + event.packets((hasGreeted ? [] : Array(Self.greeting.utf8)) + announcement)
        case .radio, .source, .listed: return []
        }
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply {
        var reply = SerialReply()
        for item in requests.take(bytes) {
            switch item {
            case .request(let request):
                // Sketches wait for it a part of a second.
                reply.packets.append(
                    SerialPacket(bytes: answer(to: request), urgency: .call))
            case .command(let command):
                reply.packets.append(
                    SerialPacket(bytes: Array(command.answer.utf8), urgency: .call))
            case .line(let byte):
                if let act = commands.act(of: [byte]) {
                    reply.acts.append(act)
                } else {
                    reply.ignored += 1
                }
            case .nothing: reply.ignored += 1
            }
        }
        return reply
    }

    /// The module says that it has opened the service each time a phone comes.
    private mutating func phone(_ name: String, isReady: Bool) -> [UInt8] {
        guard isReady else {
            readyPhones.remove(name)
            hasGreeted = hasGreeted && !readyPhones.isEmpty
            return []
        }
        if readyPhones.count < Self.phoneLimit { readyPhones.insert(name) }
        guard !hasGreeted else { return [] }
        hasGreeted = true
        return Array(Self.greeting.utf8)
    }

    /// Takes the handles of old notices away where this one needs room; that may wait, while a call
    /// may not.
    private mutating func makeRoom(
        for change: NoticeChange, _ notice: Notice
    ) -> [SerialPacket] {
        guard notice.isAnnounced(after: change) else { return [] }
        let entry = entry(change, notice)
        let known = handles.handle(of: notice.id).flatMap { handles[$0]?.category }
        guard known != entry.category else { return [] }
        var packets: [SerialPacket] = []
        while let handle = handles.surplus(for: entry) {
            packets.append(SerialPacket(bytes: removal(handle)))
        }
        return packets
    }

    private func entry(_ change: NoticeChange, _ notice: Notice) -> HM10Handles.Entry {
        HM10Handles.Entry(
            id: notice.id, category: Self.category(of: notice, after: change),
            isRinging: notice.rings(after: change), attributes: HM10Attributes(notice))
    }

    private mutating func announcement(of change: NoticeChange, _ notice: Notice) -> [UInt8] {
        let known = handles.handle(of: notice.id)
        guard notice.isAnnounced(after: change) else { return known.map { removal($0) } ?? [] }
        let entry = entry(change, notice)
        let isSameKind = known.flatMap { handles[$0]?.category } == entry.category
        if let known, isSameKind {
            let event: EventID = change == .modified ? .modified : .added
            _ = handles.take(entry)
            return announcement(event, entry.category, known)
        }
        // A phone never changes the kind of a notification either; it is another one then.
        let removed = known.map { removal($0) } ?? []
        guard let handle = handles.take(entry) else { return removed }
        return removed + announcement(.added, entry.category, handle)
    }

    private mutating func removal(_ handle: UInt8) -> [UInt8] {
        guard let entry = handles.remove(handle) else { return [] }
        return announcement(.removed, entry.category, handle)
    }

    /// Event, category, how many there are of it, and the handle.
    private func announcement(_ event: EventID, _ category: UInt8, _ handle: UInt8) -> [UInt8] {
        let count = min(handles.count(of: category), Self.largestCount)
        let digit = String(category, radix: 16).uppercased()
        return Array(
            "OK+ANCS8\(event.rawValue)\(digit)\(padded(count, to: 2))\(Self.name(handle))".utf8)
    }

    private static func category(of notice: Notice, after change: NoticeChange) -> UInt8 {
        if change == .missed || notice.call?.state == .missed {
            return CategoryID.missedCall.rawValue
        }
        let category = notice.category.id.rawValue
        return category <= lastCategory.rawValue ? category : CategoryID.other.rawValue
    }

    /// The four characters for a handle.
    private static func name(_ handle: UInt8) -> String {
        padded(Int(handle), to: 4)
    }

    private func answer(to request: HM10Request) -> [UInt8] {
        let handle = UInt8(String(decoding: request.handle, as: UTF8.self)) ?? 0
        let isKnown = handles[handle] != nil && Array(Self.name(handle).utf8) == request.handle
        let text = isKnown ? handles[handle]?.attributes[request.attribute] : nil
        let answer = HM10Answer(
            request: request, handle: isKnown ? handle : 0, text: text ?? "",
            charset: style.charset)
        return answer.bytes
    }
}

extension Notice {
    /// Whether the phone has a notification of it after this: a call that was taken has none there.
    fileprivate func isAnnounced(after change: NoticeChange) -> Bool {
        switch change {
        case .removed, .forgotten, .ended, .answered: false
        case .ringing, .missed: true
        case .added, .modified: call?.state != .answered
        }
    }
}
