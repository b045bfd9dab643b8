internal import ANCS

extension Notice {
    /// The one-time code that it brings, as it is typed; never of a call, of what a rule has hidden, or of a text
    /// of the host's own.
    package var code: String? { oneTimeCode?.text }

    /// The title for those who may not read what a notice says: a code that stands there is illegible.
    package var titleWithoutCode: Text {
        guard let code = oneTimeCode else { return title }
        let masked = code.masked(in: title.string)
        return masked == title.string ? title : Text(masked)
    }

    var oneTimeCode: OneTimeCode? {
        guard hidden == .nothing, call == nil, !category.isOfCalls, !isShownText else {
            return nil
        }
        return OneTimeCode(title: title.string, subtitle: subtitle.string, message: message.string)
    }
}

extension Category {
    /// Whether it is about calls, where numbers are those of callers.
    fileprivate var isOfCalls: Bool {
        [.incomingCall, .missedCall, .voicemail, .activeCall].contains(id)
    }
}
