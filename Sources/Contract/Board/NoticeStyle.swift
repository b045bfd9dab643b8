internal import ANCS
package import Notices

/// Style that distinguishes kinds of notifications at a glance; each medium maps it to colours and shapes.
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
    /// Returns whether this is one of the phone's own apps, whose category already implies the app.
    package static func saysEnough(of app: Text) -> Bool { plainApps.contains(app.string) }

    private static let plainApps: Set<String> = [
        "com.apple.mobilephone", "com.apple.mobilemail", "com.apple.mobilecal", "com.apple.news",
    ]
}
