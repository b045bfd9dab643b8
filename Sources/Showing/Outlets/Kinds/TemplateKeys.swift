package import Formats
package import Settings

/// The keys of whatever writes lines as a person wants them.
package enum TemplateKeys {
    /// The template of notices, and of what has none of its own.
    package static let notice = Key<Template?>.optional(
        "template", .template, example: "{label} {title}{?: {text}}",
        summary: "How a line reads: words, and fields in braces")
    /// The template of calls.
    package static let call = Key<Template?>.optional(
        "template-call", .template, example: "{label} {title:20}{? {ring} s}",
        summary: "The same for calls; \"\" leaves them out")
    /// The template of phones and of the radio.
    package static let phone = Key<Template?>.optional(
        "template-phone", .template, example: "{title} {text}",
        summary: "The same for phones that come and go, and for the radio; \"\" leaves them out")

    /// All three, for a section that writes lines.
    package static let all = [notice.entry, call.entry, phone.entry]
}

extension ValueSyntax<Template> {
    /// A template, whose mistakes are told with their column.
    fileprivate static let template = ValueSyntax(
        wants: "a template",
        read: { (text) throws(ValueRefusal) in
            do throws(TemplateError) {
                return try Template(text)
            } catch {
                throw .because("\(error)")
            }
        }, write: { $0.source })
}

extension Templates {
    /// The templates of a section; nil where it has none.
    package init?(_ section: SectionValues) {
        guard let notice = section[TemplateKeys.notice] else { return nil }
        self.init(
            notice: notice, call: section[TemplateKeys.call],
            phone: section[TemplateKeys.phone])
    }

    /// What is wrong with templates in a section that makes no lines of them.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        let clause = "is nothing that this format says: format = line does"
        return [TemplateKeys.notice, TemplateKeys.call, TemplateKeys.phone]
            .filter { section[$0] != nil }.map { section.problem(with: $0, clause) }
    }

    /// What is wrong with templates of calls or phones where there is none of notices.
    package static func problemsAlone(with section: SectionValues) -> [SettingsProblem] {
        guard section[TemplateKeys.notice] == nil else { return [] }
        return [TemplateKeys.call, TemplateKeys.phone]
            .filter { section[$0] != nil }
            .map { section.problem(with: $0, "wants the key template as well") }
    }
}
