import ANCS
import Features
import Notices
import Radio

@testable import Captures

/// A replay in words.
struct Story {
    var lines: [String] = []
    var summary = ReplaySummary()
    var problem: OpeningError?

    init(_ bytes: [UInt8], portion: Int = 1 << 16, further: FurtherFeatures = .all) {
        do throws(OpeningError) {
            var replay = try Replay(
                FileBytes(bytes, portion: portion), named: "file", size: UInt64(bytes.count),
                further: further)
            do throws(OpeningError) {
                while let events = try replay.next() { lines += events.compactMap(Self.words) }
            } catch {
                problem = error
            }
            summary = replay.summary
        } catch {
            problem = error
        }
    }

    /// Without Notification Source values.
    private static func words(_ event: BridgeEvent) -> String? {
        switch event {
        case .notice(let change, let notice, _):
            "\(change.rawValue) \(notice.phone): \(notice.title.string) \(notice.message.bytes.count)"
        case .phone(let state, let phone, _): "\(state.rawValue) \(phone.name)"
        case .renamed(let phone, let old, _): "renamed \(old): \(phone.name)"
        case .radio, .source, .listed, .beacon, .battery, .media: nil
        }
    }
}

/// What passes of the notification service, in few words.
extension Happening {
    static let available = Happening.tells(.appeared(.notifications))
    static let unavailable = Happening.tells(.vanished(.notifications))

    static func subscribe(_ it: Characteristic) -> Happening { .asks(.subscribe(it.id)) }
    static func unsubscribe(_ it: Characteristic) -> Happening { .asks(.unsubscribe(it.id)) }
    static func subscribed(_ it: Characteristic) -> Happening { .tells(.subscribed(it.id)) }
    static func unsubscribed(_ it: Characteristic) -> Happening { .tells(.unsubscribed(it.id)) }
    static func refused(_ it: Characteristic, _ error: AttributeError) -> Happening {
        .tells(.refused(it.id, error))
    }
    static func value(_ it: Characteristic, _ value: [UInt8]) -> Happening {
        .tells(.value(it.id, value))
    }
    static func write(_ request: [UInt8]) -> Happening {
        .asks(.write(request, Characteristic.controlPoint.id))
    }
    static func written(_ error: AttributeError?) -> Happening {
        .tells(.written(Characteristic.controlPoint.id, error))
    }
    static func named(_ name: String) -> Happening { .tells(.named(name)) }
}
