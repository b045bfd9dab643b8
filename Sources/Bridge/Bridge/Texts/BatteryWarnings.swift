import ANCS
package import Linux
package import Notices
import Outlets

/// Texts on the displays about phones whose battery is low, each shown once until the phone is
/// charged.
@LoopActor
package final class BatteryWarnings: Outlet {
    /// Percent above the limit from which a phone counts as charged, so that a level that varies
    /// around the limit causes one text.
    package static let margin = 5
    /// Time after which a text disappears even if the phone was not charged.
    package static let longest: Duration = .seconds(12 * 3600)
    /// Maximum number of phones; of more, the oldest warning may be repeated.
    package static let phoneLimit = 16

    /// Battery level in percent at which a text is shown; nil for never.
    package var limit: Int? {
        didSet { for (phone, level) in levels { take(level, of: phone) } }
    }

    private let texts: TextController
    /// Phones that were warned about, each with its text.
    private var warned: [(phone: PhoneName.Key, text: NoticeID)] = []
    /// Last levels of connected phones, for a changed limit.
    private var levels: [(phone: PhoneName, level: Int)] = []

    package init(_ texts: TextController, limit: Int?) {
        self.texts = texts
        self.limit = limit
    }

    package func show(_ event: BridgeEvent) {
        switch event {
        case .phone(.disconnected, let phone, _):
            levels.removeAll { $0.phone.key == phone.key }
        case .battery(let level, let phone, _):
            levels.removeAll { $0.phone.key == phone.key }
            levels.append((phone, level))
            if levels.count > Self.phoneLimit { levels.removeFirst() }
            take(level, of: phone)
        default: break
        }
    }

    private func take(_ level: Int, of phone: PhoneName) {
        let index = warned.firstIndex { $0.phone == phone.key }
        if let limit, level <= limit {
            if index == nil { warn(phone, level) }
        } else if let index, limit.map({ level > $0 + Self.margin }) ?? true {
            texts.takeBack(warned.remove(at: index).text)
        }
    }

    private func warn(_ phone: PhoneName, _ level: Int) {
        let text = texts.show(
            "\(phone.name): battery low, \(level) %", flags: .important, for: Self.longest)
        warned.append((phone.key, text.id))
        if warned.count > Self.phoneLimit { warned.removeFirst() }
    }
}
