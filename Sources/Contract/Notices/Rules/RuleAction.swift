/// What becomes of a notice.
package struct RuleAction: Hashable, Sendable {
    /// How much of a notice is shown, from all to nothing.
    package enum Visibility: String, Hashable, Sendable, CaseIterable {
        /// All, even in quiet hours.
        case show
        /// Who and from which app, without subtitle and message.
        case hideText = "hide-text"
        /// That there is one, its app and its kind.
        case hide
        /// Nothing.
        case drop
    }

    /// How much is shown; nil where the rule only renames.
    package var visibility: Visibility?
    /// What the app is called instead.
    package var appName: Text?
    /// What stands in the title instead.
    package var sender: Text?

    /// What becomes of a notice; what is nil stays as it is.
    package init(_ visibility: Visibility?, appName: Text? = nil, sender: Text? = nil) {
        self.visibility = visibility
        self.appName = appName
        self.sender = sender
    }

    /// What becomes of a notice that no rule is about.
    static let asItIs = RuleAction(nil)

    var isDrop: Bool { visibility == .drop }

    /// How much is kept back; a call never goes down.
    private var strictness: Int {
        switch visibility {
        case nil, .show: 0
        case .hideText: 1
        case .hide: 2
        case .drop: 3
        }
    }

    /// This action as it goes on for a call about which another one is said later: what was kept
    /// back or renamed stays so.
    func followed(by later: RuleAction) -> RuleAction {
        RuleAction(
            later.strictness > strictness ? later.visibility : visibility,
            appName: appName ?? later.appName, sender: sender ?? later.sender)
    }

    /// The notice as it may be shown.
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
