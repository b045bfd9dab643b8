import Notices

@testable import Captures

/// A replay in words.
struct Story {
    var lines: [String] = []
    var summary = ReplaySummary()
    var problem: OpeningError?

    init(_ bytes: [UInt8], portion: Int = 1 << 16) {
        do throws(OpeningError) {
            var replay = try Replay(
                FileBytes(bytes, portion: portion), named: "file", size: UInt64(bytes.count))
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
    private static func words(_ event: BoardEvent) -> String? {
        switch event {
        case .notice(let change, let notice, _):
            "\(change.rawValue) \(notice.phone): \(notice.title.string) \(notice.message.bytes.count)"
        case .phone(let state, let phone, _): "\(state.rawValue) \(phone.name)"
        case .renamed(let phone, let old, _): "renamed \(old): \(phone.name)"
        case .radio, .source, .listed: nil
        }
    }
}
