extension Notice {
    /// Maximum number of different codes masked in a notification; one at most is real, but similar numbers are masked, too.
    static let codeLimit = 4

    /// The notification with all one-time codes masked.
    package var withoutCode: Notice {
        var notice = self
        for _ in 0..<Self.codeLimit {
            guard let code = notice.oneTimeCode else { break }
            for part in [
                \Notice.title, \.subtitle, \.message, \.positiveAction, \.negativeAction,
            ] {
                let text = notice[keyPath: part]
                let masked = code.masked(in: text.string)
                if masked != text.string { notice[keyPath: part] = Text(masked) }
            }
        }
        return notice
    }

    /// The notification with its sender, without its text.
    ///
    /// Labels of actions are texts of the app and are removed, too.
    package var withoutText: Notice {
        var notice = self
        // Must precede the removal of the words by which a code is recognised.
        notice.title = titleWithoutCode
        (notice.subtitle, notice.message) = (.empty, .empty)
        (notice.positiveAction, notice.negativeAction) = (.empty, .empty)
        notice.messageSize = nil
        return notice
    }

    /// The notification without any texts, sender or app.
    package var withoutWords: Notice {
        var notice = withoutText
        (notice.appID, notice.appName, notice.title) = (.empty, nil, .empty)
        return notice
    }
}
