/// Whether a display shows one-time codes.
package enum CodeDisplay: String, Hashable, Sendable, CaseIterable {
    /// As they came.
    case show
    /// Each of their characters is illegible.
    case hide
}

extension BridgeEvent {
    /// The same for eyes that may not see one-time codes.
    package var withoutCode: BridgeEvent {
        guard case .notice(let change, let notice, let time) = self else { return self }
        return .notice(change, notice.withoutCode, at: time)
    }
}

extension Notice {
    /// The texts of a notice, each with the codes in them made illegible.
    ///
    /// - Parameter texts: the title, the subtitle and the message.
    package static func withoutCode(
        _ texts: (title: String, subtitle: String, message: String)
    ) -> (title: String, subtitle: String, message: String) {
        var texts = texts
        for _ in 0..<codeLimit {
            guard
                let code = OneTimeCode(
                    title: texts.title, subtitle: texts.subtitle, message: texts.message)
            else { break }
            texts.title = code.masked(in: texts.title)
            texts.subtitle = code.masked(in: texts.subtitle)
            texts.message = code.masked(in: texts.message)
        }
        return texts
    }
}
