internal import ANCS
internal import Board
internal import Linux
package import Notices

/// The layout of the book: for each notice that comes the kind, `ns`, `done`, and then the phone's
/// number for it and who it is.
package struct ClassicFormat: EventFormat {
    /// It has no choices.
    package init() {}

    /// What there is to say of an event in the classic layout.
    package func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        guard case .notice(let change, let notice, _) = event else { return [] }
        switch change {
        case .added, .ringing, .missed: break
        // The caller's name may come only then.
        case .modified where notice.call?.state == .ringing: break
        case .modified, .removed, .answered, .ended, .forgotten: return []
        }
        let number = Int(notice.uid.rawValue).padded(to: 8, radix: 16).uppercased()
        let who = notice.title.cleaned()
        let last = who.isEmpty ? number : "\(number) \(who)"
        return Array("\(notice.label)\nns\ndone\n\(last)\n".utf8)
    }
}
