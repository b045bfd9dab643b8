import Notices
import Settings

/// The key about what phones say of a notice beside its words.
extension SettingsKeys {
    static let flags = Key<[FlagCondition]>.list(
        "flags", of: .flag, example: "silent, !pre_existing",
        summary: "What the phone says of it, all of this: with ! in front, what it does not say")
}

extension ValueSyntax<FlagCondition> {
    /// A flag, or what it looks like where it must not be there.
    fileprivate static let flag = ValueSyntax(
        wants: "silent, important or pre_existing, or one of them behind a !",
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
