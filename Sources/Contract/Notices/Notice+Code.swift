internal import ANCS

extension Notice {
    /// One-time code in its typed form; nil if there is none, and for calls, hidden notifications, and the host's own texts.
    package var code: String? { oneTimeCode?.text }

    /// Title for readers without access to the text, with codes masked.
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
    /// Whether the category is about calls, in which numbers are those of callers.
    fileprivate var isOfCalls: Bool {
        [.incomingCall, .missedCall, .voicemail, .activeCall].contains(id)
    }
}
