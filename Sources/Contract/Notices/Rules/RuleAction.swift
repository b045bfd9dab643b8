/// Effect of a rule on a notification.
package struct RuleAction: Hashable, Sendable {
    /// Visible part of a notification, from all to nothing.
    package enum Visibility: String, Hashable, Sendable, CaseIterable {
        /// Everything, even in quiet hours.
        case show
        /// Sender and app, without subtitle and message.
        case hideText = "hide-text"
        /// Show only app and category.
        case hide
        case drop
    }

    /// Visible part; nil if the rule only renames.
    package var visibility: Visibility?
    /// Replacement for the app name.
    package var appName: Text?
    /// Replacement for the title.
    package var sender: Text?

    /// Creates an effect; nil keeps a property unchanged.
    package init(_ visibility: Visibility?, appName: Text? = nil, sender: Text? = nil) {
        self.visibility = visibility
        self.appName = appName
        self.sender = sender
    }

    /// Effect on a notification that matches no rule.
    static let asItIs = RuleAction(nil)

    var isDrop: Bool { visibility == .drop }

    /// Order of restrictiveness, which never decreases during a call.
    private var strictness: Int {
        switch visibility {
        case nil, .show: 0
        case .hideText: 1
        case .hide: 2
        case .drop: 3
        }
    }

    /// Returns the combined effect of an earlier and a later rule on a call; restrictions and new names persist.
    func followed(by later: RuleAction) -> RuleAction {
        RuleAction(
            later.strictness > strictness ? later.visibility : visibility,
            appName: appName ?? later.appName, sender: sender ?? later.sender)
    }

    /// Returns the notification as it may be shown.
    func applied(to notice: Notice) -> Notice {
        var notice = notice
        switch visibility {
        case nil, .show: break
        case .hideText: notice.hideText()
        case .hide, .drop: notice.hideAll()
        }
        notice.appName = appName ?? notice.appName
        notice.title = sender ?? notice.title
        return notice
    }
}

extension Notice {
    fileprivate mutating func hideText() {
        self = withoutText
        hidden = .text
    }

    fileprivate mutating func hideAll() {
        hideText()
        title = .empty
        hidden = .all
    }
}
