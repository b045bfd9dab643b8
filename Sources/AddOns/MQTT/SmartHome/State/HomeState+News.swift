import Board
import Formats
import JSON
import Notices

extension HomeState {
    /// Seconds after which events of a call expire.
    static let callSeconds: UInt32 = 90

    /// Returns the messages for an event.
    func messages(_ news: BridgeEvent) -> [HomeMessage] {
        switch news {
        case .notice(let change, let notice, _): return messages(change, notice, news)
        case .beacon(let beacon, _):
            guard options.tellsBeacons, !beacon.isKept, beacon.change != .range else { return [] }
            return [
                message(
                    topics.beacons, news, beacon.change.rawValue, .news, options.eventSeconds)
            ]
        case .phone, .renamed, .radio, .source, .battery, .media, .listed: return []
        }
    }

    private func messages(
        _ change: NoticeChange, _ notice: Notice, _ news: BridgeEvent
    ) -> [HomeMessage] {
        guard !notice.isShownText, let id = phoneID(of: notice) else { return [] }
        if notice.isSilent, !options.tellsSilent { return [] }
        let event = reduced(news, notice, id)
        func say(_ leaf: PhoneLeaf, _ type: String) -> HomeMessage {
            let isOfCall = leaf == .call || change == .ringing
            return message(
                topics.phone(id, leaf), event, type, isOfCall ? .moment : .news,
                isOfCall ? Self.callSeconds : options.eventSeconds)
        }
        switch change {
        case .added:
            // Notifications from before the connection are no news, and a call has its own events.
            if notice.isPreExisting || notice.call != nil { return [] }
            return [say(.event, EventType.of(notice.category))]
        case .ringing: return [say(.call, change.rawValue), say(.event, "incoming_call")]
        case .answered, .ended: return [say(.call, change.rawValue)]
        case .missed: return [say(.call, change.rawValue), say(.event, "missed_call")]
        case .modified, .removed, .forgotten: return [say(.change, change.rawValue)]
        }
    }

    /// The event with the configured level of detail.
    private func reduced(_ news: BridgeEvent, _ notice: Notice, _ id: PhoneID) -> BridgeEvent {
        guard case .notice(let change, _, let time) = news else { return news }
        var told: Notice
        switch options.detail {
        case .full: told = notice.withoutCode
        case .names: told = notice.withoutText
        case .counts:
            told = notice.withoutWords
            told.phone = id.description
        }
        return .notice(change, told, at: time)
    }

    private func message(
        _ topic: String, _ event: BridgeEvent, _ type: String, _ kind: HomeMessage.Kind,
        _ expiry: UInt32
    ) -> HomeMessage {
        let object = JSONFormat(showsSource: false).object(for: event) { writer in
            writer.member("event_type", type)
        }
        return HomeMessage(topic, object, kind, expiry: expiry)
    }
}
