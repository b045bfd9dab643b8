import Board
import Linux
import Notices

extension Day {
    /// Current notifications in the order of `list`: calls first, then newest first.
    var listed: [Entry] {
        entries.filter { !$0.isGone }.sorted { one, other in
            let calls = (one.notice.isUnfinishedCall, other.notice.isUnfinishedCall)
            if calls.0 != calls.1 { return calls.0 }
            let times = (one.notice.time.milliseconds, other.notice.time.milliseconds)
            return times.0 == times.1
                ? one.notice.id.rawValue > other.notice.id.rawValue : times.0 > times.1
        }
    }

    /// Returns the notifications that match a handle: of those on the phones, otherwise of removed ones.
    func entries(named handle: NoticeHandle) -> [Entry] {
        let found = entries.filter { handle.fits($0.notice.id) }
        let present = found.filter { !$0.isGone }
        return present.isEmpty ? found : present
    }
}
