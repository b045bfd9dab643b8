internal import ANCS
internal import Formats
internal import Linux
internal import Notices

/// Output of an HM-10 module with a phone, as its sketches read it.
///
/// `Docs/reference/serial-formats.md` states what is known about the module.
struct HM10Format: CommandedFormat {
    /// Last category in the documentation of the module.
    private static let lastCategory = CategoryID.entertainment
    /// Maximum count that two digits can represent.
    private static let largestCount = 99
    /// Limit of phones remembered as ready; after these have left, a further one causes another
    /// greeting.
    private static let phoneLimit = 16
    private static let greeting = "OK+ANCSNOK+ANCSCOK+ANCSD"

    var commands: CommandReader
    private var handles = HM10Handles()
    private var requests = HM10RequestReader()
    private var readyPhones: Set<String> = []
    private var hasGreeted = false

    init(_ style: SerialStyle) { commands = CommandReader(style) }

    mutating func packets(for event: BridgeEvent) -> [SerialPacket] {
        let event = event.onWire
        switch event {
        case .phone(let state, let phone, _):
            return self.phone(phone.name, isReady: state == .ready)
        case .notice(let change, let notice, _):
            let announcements = announcements(of: change, notice)
            return announcements.isEmpty ? [] : greet() + announcements
        case .renamed, .radio, .source, .battery, .media, .listed, .beacon: return []
        }
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>, at time: WallTime) -> SerialReply {
        var reply = SerialReply()
        for item in requests.take(bytes) {
            switch item {
            case .request(let request):
                // Sketches wait only a fraction of a second for the answer.
                reply.packets.append(
                    SerialPacket(bytes: answer(to: request), urgency: .call))
            case .command(let command):
                reply.packets.append(
                    SerialPacket(bytes: Array(command.answer.utf8), urgency: .call))
            case .line(let byte): commands.take([byte], into: &reply)
            case .nothing: reply.ignored += 1
            }
        }
        return reply
    }

    /// Handles the state of a phone: the module reports the service each time a phone connects.
    private mutating func phone(_ name: String, isReady: Bool) -> [SerialPacket] {
        guard isReady else {
            readyPhones.remove(name)
            hasGreeted = hasGreeted && !readyPhones.isEmpty
            return []
        }
        if readyPhones.count < Self.phoneLimit { readyPhones.insert(name) }
        return greet()
    }

    /// Returns the greeting if it is due.
    ///
    /// It precedes everything, and is not dropped together with a ring that is over.
    private mutating func greet() -> [SerialPacket] {
        guard !hasGreeted else { return [] }
        hasGreeted = true
        return [
            SerialPacket(
                bytes: Array(Self.greeting.utf8), urgency: .ringing,
                slot: SerialPacket.Slot("greeting", stays: true))
        ]
    }

    private func entry(_ change: NoticeChange, _ notice: Notice) -> HM10Handles.Entry {
        HM10Handles.Entry(
            id: notice.id, category: Self.category(of: notice, after: change),
            isRinging: notice.rings(after: change), attributes: HM10Attributes(notice))
    }

    private mutating func announcements(
        of change: NoticeChange, _ notice: Notice
    ) -> [SerialPacket] {
        let known = handles.handle(of: notice.id)
        guard notice.isAnnounced(after: change) else { return known.map { removal($0) } ?? [] }
        let entry = entry(change, notice)
        if let known, let old = handles[known], old.isSameKind(as: entry) {
            handles.renew(known, entry)
            return [packet(change == .modified ? .modified : .added, entry, known)]
        }
        // A phone does not change the kind of a notification either: the old one is removed, and a
        // new one is added.
        var packets = known.map { removal($0) } ?? []
        while let oldest = handles.surplus(for: entry) { packets += removal(oldest) }
        if let handle = handles.give(entry) { packets.append(packet(.added, entry, handle)) }
        return packets
    }

    private mutating func removal(_ handle: UInt8) -> [SerialPacket] {
        handles.remove(handle).map { [packet(.removed, $0, handle)] } ?? []
    }

    /// Returns the packet of an announcement.
    ///
    /// All packets of a ringing call have the same urgency, so that no ring overtakes the removal of
    /// the previous call with its handle. The removal stays queued even if the ring is dropped.
    private func packet(
        _ event: EventID, _ entry: HM10Handles.Entry, _ handle: UInt8
    ) -> SerialPacket {
        let bytes = announcement(event, entry.category, handle)
        guard entry.isRinging else { return SerialPacket(bytes: bytes) }
        let isEnd = event == .removed
        return SerialPacket(
            bytes: bytes, urgency: .ringing,
            slot: isEnd ? SerialPacket.Slot("end of \(handle)", stays: true) : nil)
    }

    /// Returns the event, the category, the number of notifications in it, and the handle.
    private func announcement(_ event: EventID, _ category: UInt8, _ handle: UInt8) -> [UInt8] {
        let count = min(handles.count(of: category), Self.largestCount)
        let digit = String(category, radix: 16).uppercased()
        return Array(
            "OK+ANCS8\(event.rawValue)\(digit)\(count.padded(to: 2))\(Self.name(handle))".utf8)
    }

    private static func category(of notice: Notice, after change: NoticeChange) -> UInt8 {
        if change == .missed || notice.call?.state == .missed {
            return CategoryID.missedCall.rawValue
        }
        let category = notice.category.id.rawValue
        return category <= lastCategory.rawValue ? category : CategoryID.other.rawValue
    }

    /// Returns the four characters of a handle.
    private static func name(_ handle: UInt8) -> String {
        Int(handle).padded(to: 4)
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
    /// Whether the phone still has a notification after this change: an answered call has none.
    fileprivate func isAnnounced(after change: NoticeChange) -> Bool {
        switch change {
        case .removed, .forgotten, .ended, .answered: false
        case .ringing, .missed: true
        case .added, .modified: call?.state != .answered
        }
    }
}

extension HM10Handles.Entry {
    /// Returns whether category and ringing state are the same, so that a sketch may receive a
    /// change.
    fileprivate func isSameKind(as other: Self) -> Bool {
        category == other.category && isRinging == other.isRinging
    }
}
