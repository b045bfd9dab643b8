package import ANCS
package import Linux

/// A notification, tracked from its arrival to its removal; a call is one notification from ring to end.
package struct Notice: Hashable, Sendable {
    /// Callboard's own identifier, which outlives sessions.
    package var id: NoticeID
    /// Display name of the phone.
    package var phone: String
    /// Identifier of the phone's bond; nil if unknown.
    package let bond: String?
    /// Short identifier of the bond, which survives renames; nil if unknown.
    package var phoneID: PhoneID?
    package var category: Category
    /// Flags set by the phone.
    package var flags: EventFlags
    /// The phone's handle in the current session; never an identity.
    package var uid: NotificationUID
    /// Bundle identifier of the app.
    package var appID: Text
    /// Name of the app, if the phone reported it.
    package var appName: Text?
    /// Sender or subject.
    package var title: Text
    package var subtitle: Text
    /// Message text, possibly truncated.
    package var message: Text
    /// Length of the complete message as reported by the phone; `message` may be shorter.
    package var messageSize: Int?
    /// Date by the phone's own clock.
    package var date: PhoneDate?
    /// Offset of the phone's zone from UTC in minutes, as known when `sent` was determined.
    package var dateOffset: Int?
    /// Time sent, if the phone's date is plausible.
    package var sent: WallTime?
    /// Label of the action that answers the call or opens the notification; empty if there is none.
    package var positiveAction: Text
    /// Label of the action that declines the call or clears the notification; empty if there is none.
    package var negativeAction: Text
    /// Time of the first reception.
    package let received: WallTime
    /// Whether the phone withheld attributes or did not answer at all.
    package var isIncomplete: Bool
    /// State of the call; nil if this is not a call.
    package var call: Call?
    /// Part that a rule has removed.
    package var hidden = Hidden.nothing

    /// Cause of the removal; nil before.
    package var removal: Removal?

    /// Cause of a notification's removal.
    package enum Removal: String, Hashable, Sendable, CaseIterable {
        /// Removed by the phone or its user.
        case phone
        /// Removed by an action from this host.
        case user
        /// Removed while the phone was away: it did not announce the notification again.
        case away
    }

    /// Part of a notification removed by rules.
    package enum Hidden: String, Hashable, Sendable {
        case nothing
        /// Subtitle and message.
        case text
        /// Everything except app and category.
        case all
    }

    /// Time sent, or if unknown the time received.
    package var time: WallTime { sent ?? received }

    /// Creates a notification and derives the time sent from its date.
    package init(
        id: NoticeID, phone: String, bond: String? = nil, category: Category, flags: EventFlags,
        uid: NotificationUID,
        appID: Text = .empty, appName: Text? = nil, title: Text = .empty, subtitle: Text = .empty,
        message: Text = .empty, messageSize: Int? = nil, date: PhoneDate? = nil,
        positiveAction: Text = .empty, negativeAction: Text = .empty, received: WallTime,
        isIncomplete: Bool = false, call: Call? = nil, dateOffset: Int? = nil
    ) {
        self.id = id
        self.phone = phone
        self.bond = bond
        phoneID = bond.map(PhoneID.init(ofBond:))
        self.category = category
        self.flags = flags
        self.uid = uid
        self.appID = appID
        self.appName = appName
        self.title = title
        self.subtitle = subtitle
        self.message = message
        self.messageSize = messageSize
        self.date = date
        self.dateOffset = date == nil ? nil : dateOffset
        self.positiveAction = positiveAction
        self.negativeAction = negativeAction
        self.received = received
        self.isIncomplete = isIncomplete
        self.call = call
        sent = SentTime.judged(
            date, received: received, category: category.id, flags: flags,
            offsetMinutes: dateOffset)
    }

    /// Determines the time sent again, for a phone in this zone.
    ///
    /// - Returns: whether it changed
    mutating func judgeSent(offsetMinutes: Int) -> Bool {
        guard date != nil else { return false }
        let old = sent
        dateOffset = offsetMinutes
        sent = SentTime.judged(
            date, received: received, category: category.id, flags: flags,
            offsetMinutes: offsetMinutes)
        return sent != old
    }
}
