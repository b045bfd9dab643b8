/// Notifications of the phone, with their UIDs for the host.
struct NotificationStore: Sendable {
    /// Numbering of notifications in sessions.
    enum Numbering: Sendable {
        /// Each session starts again from the first UID, so that old UIDs have other meanings.
        case anew
        /// A notification keeps its UID as long as it exists.
        case kept
    }

    /// Identifier of a notification for the lifetime of the program.
    typealias Serial = Int

    private var notifications: [Serial: StoredNotification] = [:]
    private var serialsByName: [String: Set<Serial>] = [:]
    private var countsByCategory: [NotificationCategory: Int] = [:]
    private var nextSerial: Serial = 0
    private var uids: [Serial: UInt32] = [:]
    private var serialsByUID: [UInt32: Serial] = [:]
    private var nextUID: UInt32 = 0
    private var hasBegun = false

    /// Serials of all notifications, the oldest first.
    var serials: [Serial] { notifications.keys.sorted() }

    subscript(serial: Serial) -> StoredNotification? { notifications[serial] }

    /// Returns the serials of the notifications with a name, the oldest first.
    func serials(named name: String) -> [Serial] {
        serialsByName[name, default: []].sorted()
    }

    func serial(ofUID uid: UInt32) -> Serial? { serialsByUID[uid] }

    func uid(of serial: Serial) -> UInt32? { uids[serial] }

    /// Returns the number of notifications of a category, limited to one byte.
    func count(of category: NotificationCategory) -> UInt8 {
        UInt8(clamping: countsByCategory[category, default: 0])
    }

    /// Assigns UIDs to all notifications for a new session.
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

    /// Removes a notification; its UID is invalid from then on.
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

/// Event of a Notification Source value.
enum NotificationEvent: UInt8, Sendable {
    case added = 0
    case modified = 1
    case removed = 2
}

extension NotificationStore {
    /// Returns the eight bytes of a Notification Source value.
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
