package import ANCS
package import Linux

/// One notification as Callboard knows it, from added to removed; a call is one from ring to end.
package struct Notice: Hashable, Sendable {
    /// Callboard's own name for it, which outlives sessions.
    package var id: NoticeID
    /// What people call the phone it came from.
    package var phone: String
    /// The bond's own name for that phone; nil where nobody said.
    package let bond: String?
    /// The bond's short name, which stays when the phone is renamed; nil where nobody said.
    package var phoneID: PhoneID?
    /// What kind of thing it is.
    package var category: Category
    /// What the phone says of it beside its words.
    package var flags: EventFlags
    /// The phone's handle in the session of the moment; never an identity.
    package var uid: NotificationUID
    /// The bundle identifier of the app.
    package var appID: Text
    /// What the app is called, where the phone told.
    package var appName: Text?
    /// Who, or what it is about.
    package var title: Text
    /// What stands below the title.
    package var subtitle: Text
    /// What it says, perhaps cut.
    package var message: Text
    /// How long the phone says the whole message is; the text here may be cut.
    package var messageSize: Int?
    /// When, by the phone's own clock.
    package var date: PhoneDate?
    /// When it was sent, where the phone's date says so believably.
    package var sent: WallTime?
    /// What the phone calls the action that takes or opens it; empty where it offers none.
    package var positiveAction: Text
    /// What the phone calls the action that clears or declines it; empty where it offers none.
    package var negativeAction: Text
    /// When Callboard first had it.
    package let received: WallTime
    /// Whether the phone kept some attribute to itself, or answered nothing at all.
    package var isIncomplete: Bool
    /// How the call is going, where this is one.
    package var call: Call?
    /// What a rule has taken out.
    package var hidden = Hidden.nothing

    /// By whom it was removed, once it is.
    package var removal: Removal?

    /// By whom a notice was removed.
    package enum Removal: String, Hashable, Sendable, CaseIterable {
        /// By the phone, or by somebody there.
        case phone
        /// By an action from this host.
        case user
        /// While the phone was away: it did not announce the notice again.
        case away
    }

    /// How much of a notice was taken out before anybody saw it.
    package enum Hidden: String, Hashable, Sendable {
        /// It is as it came.
        case nothing
        /// Subtitle and message.
        case text
        /// All but the app and the kind.
        case all
    }

    /// When it was sent or, where nobody knows, when Callboard first had it.
    package var time: WallTime { sent ?? received }

    /// Makes a notice, and judges by its date when it was sent.
    package init(
        id: NoticeID, phone: String, bond: String? = nil, category: Category, flags: EventFlags,
        uid: NotificationUID,
        appID: Text = .empty, appName: Text? = nil, title: Text = .empty, subtitle: Text = .empty,
        message: Text = .empty, messageSize: Int? = nil, date: PhoneDate? = nil,
        positiveAction: Text = .empty, negativeAction: Text = .empty, received: WallTime,
        isIncomplete: Bool = false, call: Call? = nil
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
        self.positiveAction = positiveAction
        self.negativeAction = negativeAction
        self.received = received
        self.isIncomplete = isIncomplete
        self.call = call
        sent = SentTime.judged(
            date, received: received, category: category.id, flags: flags)
    }
}
