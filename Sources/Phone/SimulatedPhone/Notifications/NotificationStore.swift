/// The phone's list of notifications, and the numbers under which the host knows them.
struct NotificationStore: Sendable {
    /// Whether a session gives its own numbers.
    enum Numbering: Sendable {
        /// Each session counts from the first number again, so that old numbers mean others.
        case anew
        /// A notification keeps its number for as long as it exists.
        case kept
    }

    /// Names one notification for as long as the program runs.
    typealias Serial = Int

    private var notifications: [Serial: StoredNotification] = [:]
    private var serialsByName: [String: Set<Serial>] = [:]
    private var countsByCategory: [NotificationCategory: Int] = [:]
    private var nextSerial: Serial = 0
    private var uids: [Serial: UInt32] = [:]
    private var serialsByUID: [UInt32: Serial] = [:]
    private var nextUID: UInt32 = 0
    private var hasBegun = false

    /// Every notification, the oldest first.
    var serials: [Serial] { notifications.keys.sorted() }

    subscript(serial: Serial) -> StoredNotification? { notifications[serial] }

    /// The notifications of a name, the oldest first.
    func serials(named name: String) -> [Serial] {
        serialsByName[name, default: []].sorted()
    }

    func serial(ofUID uid: UInt32) -> Serial? { serialsByUID[uid] }

    func uid(of serial: Serial) -> UInt32? { uids[serial] }

    /// How many notifications of a category there are, as far as a byte tells.
    func count(of category: NotificationCategory) -> UInt8 {
        UInt8(clamping: countsByCategory[category, default: 0])
    }

    /// Gives every notification the number that the new session knows it by.
    mutating func beginSession(_ numbering: Numbering, firstUID: UInt32) {
        if numbering == .anew || !hasBegun {
            uids = [:]
            serialsByUID = [:]
            nextUID = firstUID
        }
        hasBegun = true
        for serial in serials where uids[serial] == nil { number(serial) }
    }

    @discardableResult
    mutating func add(_ notification: StoredNotification) -> Serial {
        let serial = nextSerial
        nextSerial += 1
        notifications[serial] = notification
        serialsByName[notification.name, default: []].insert(serial)
        countsByCategory[notification.category, default: 0] += 1
        if hasBegun { number(serial) }
        return serial
    }

    mutating func modify(_ serial: Serial, _ change: (inout StoredNotification) -> Void) {
        guard var notification = notifications[serial] else { return }
        countsByCategory[notification.category, default: 0] -= 1
        change(&notification)
        countsByCategory[notification.category, default: 0] += 1
        notifications[serial] = notification
    }

    /// Takes a notification out; its number means nothing from then on.
    mutating func remove(_ serial: Serial) {
        guard let notification = notifications.removeValue(forKey: serial) else { return }
        serialsByName[notification.name]?.remove(serial)
        countsByCategory[notification.category, default: 0] -= 1
        if let uid = uids.removeValue(forKey: serial) { serialsByUID[uid] = nil }
    }

    private mutating func number(_ serial: Serial) {
        uids[serial] = nextUID
        serialsByUID[nextUID] = serial
        nextUID &+= 1
    }
}

/// What a Notification Source value says happened.
enum NotificationEvent: UInt8, Sendable {
    case added = 0
    case modified = 1
    case removed = 2
}

extension NotificationStore {
    /// The eight bytes that tell the host what happened to a notification.
    func sourceValue(
        _ event: NotificationEvent, _ notification: StoredNotification, uid: UInt32,
        extraFlags: NotificationFlags = []
    ) -> [UInt8] {
        var value = [
            event.rawValue, notification.flags.union(extraFlags).rawValue,
            notification.category.rawValue, count(of: notification.category),
        ]
        value.append(doubleWord: uid)
        return value
    }
}
