/// Whether a display shows one-time codes.
package enum CodeDisplay: String, Hashable, Sendable, CaseIterable {
    case show
    /// Replace each character of a code by a dot.
    case hide
}

extension BridgeEvent {
    /// The event with one-time codes masked.
    package var withoutCode: BridgeEvent {
        guard case .notice(let change, let notice, let time) = self else { return self }
        return .notice(change, notice.withoutCode, at: time)
    }
}

extension Notice {
    /// Returns the texts of a notification with all codes masked.
    ///
    /// - Parameter texts: title, subtitle and message.
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
