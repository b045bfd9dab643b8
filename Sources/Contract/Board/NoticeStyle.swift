internal import ANCS
package import Notices

/// What sets a kind of notice apart from the others at a glance, before it is read; each medium has its own colours
/// and shapes for these.
package enum NoticeStyle: String, Hashable, Sendable, CaseIterable {
    case call
    case missed
    case voicemail
    case social
    case mail
    case schedule
    case plain

    package init(_ kind: Category) {
        self =
            switch kind.id {
            case .incomingCall, .activeCall: .call
            case .missedCall: .missed
            case .voicemail: .voicemail
            case .social: .social
            case .email: .mail
            case .schedule: .schedule
            default: .plain
            }
    }
}

extension Category {
    /// Whether this is one of the phone's own apps, whose kind says enough.
    package static func saysEnough(of app: Text) -> Bool { plainApps.contains(app.string) }

    private static let plainApps: Set<String> = [
        "com.apple.mobilephone", "com.apple.mobilemail", "com.apple.mobilecal", "com.apple.news",
    ]
}
