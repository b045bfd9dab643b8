import Notices
import Settings

/// Key for the flags of a notification.
extension SettingsKeys {
    static let flags = Key<[FlagCondition]>.list(
        "flags", of: .flag, example: "silent, !pre_existing",
        summary: "Flags that the phone must set, all of them, or with ! must not set")
}

extension ValueSyntax<FlagCondition> {
    /// A flag, negated by a leading `!`.
    fileprivate static let flag = ValueSyntax(
        wants: "silent, important or pre_existing, or one of them behind a !",
        kind: "silent, important or pre_existing, or with !",
        words: FlagCondition.Flag.allCases.map(\.rawValue),
        read: { (text) throws(ValueRefusal) in
            let isAbsent = text.hasPrefix("!")
            let word = text.drop { $0 == "!" || $0 == " " }
            guard text.prefix(while: { $0 == "!" }).count <= 1,
                let flag = FlagCondition.Flag(rawValue: String(word))
            else { throw .otherKind }
            return FlagCondition(flag, isAbsent: isAbsent)
        }, write: { ($0.isAbsent ? "!" : "") + $0.flag.rawValue })
}
