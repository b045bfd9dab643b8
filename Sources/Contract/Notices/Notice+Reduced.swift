extension Notice {
    /// No text has more codes than one; whatever else looks like one is made illegible as well.
    static let codeLimit = 4

    /// The same notice for eyes that may not see one-time codes: wherever one stands it is illegible.
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

    /// The same notice with its sender, without its text.
    ///
    /// The labels of its actions are text of the app as well.
    package var withoutText: Notice {
        var notice = self
        // Before the words are gone by which a code is known.
        notice.title = titleWithoutCode
        (notice.subtitle, notice.message) = (.empty, .empty)
        (notice.positiveAction, notice.negativeAction) = (.empty, .empty)
        notice.messageSize = nil
        return notice
    }

    /// The same notice without any words: neither who it is from nor which app sent it.
    package var withoutWords: Notice {
        var notice = withoutText
        (notice.appID, notice.appName, notice.title) = (.empty, nil, .empty)
        return notice
    }
}
