internal import ANCS
internal import Board
internal import Linux
package import Notices

/// The classic transcript: for each new notification the kind, `ns`, `done`, then its number on the phone and the sender.
///
/// See *Getting Started with Bluetooth Low Energy* (Townsend, Cufí, Akiba, Davidson; O'Reilly 2014), chapter 9.
package struct ClassicFormat: EventFormat {
    package init() {}

    /// Returns the lines of an event in the classic layout.
    package func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        guard case .notice(let change, let notice, _) = event else { return [] }
        switch change {
        case .added, .ringing, .missed: break
        // The caller's name may arrive later.
        case .modified where notice.call?.state == .ringing: break
        case .modified, .removed, .answered, .ended, .forgotten: return []
        }
        let number = Int(notice.uid.rawValue).padded(to: 8, radix: 16).uppercased()
        let who = notice.title.cleaned()
        let last = who.isEmpty ? number : "\(number) \(who)"
        return Array("\(notice.label)\nns\ndone\n\(last)\n".utf8)
    }
}
