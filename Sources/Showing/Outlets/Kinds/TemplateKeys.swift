package import Formats
package import Settings

/// Keys of outputs that write lines from templates.
package enum TemplateKeys {
    /// Template of notifications, and of events without a template of their own.
    package static let notice = Key<Template?>.optional(
        "template", .template, example: "{label} {title}{?: {text}}",
        summary: "The text of a line, with fields in braces")
    /// Template of calls.
    package static let call = Key<Template?>.optional(
        "template-call", .template, example: "{label} {title:20}{? {ring} s}",
        summary: "The same for calls; \"\" omits them")
    /// Template of phones and of the radio.
    package static let phone = Key<Template?>.optional(
        "template-phone", .template, example: "{title} {text}",
        summary: "The same for phones that connect or disconnect, and for the radio; \"\" "
            + "omits them")

    /// All three keys, for a section that writes lines.
    package static let all = [notice.entry, call.entry, phone.entry]
}

extension ValueSyntax<Template> {
    /// Syntax of a template; errors include the column.
    fileprivate static let template = ValueSyntax(
        wants: "a template", kind: "template",
        read: { (text) throws(ValueRefusal) in
            do throws(TemplateError) {
                return try Template(text)
            } catch {
                throw .because("\(error)")
            }
        }, write: { $0.source })
}

extension Templates {
    /// Creates the templates of a section; nil if it has none.
    package init?(_ section: SectionValues) {
        guard let notice = section[TemplateKeys.notice] else { return nil }
        self.init(
            notice: notice, call: section[TemplateKeys.call],
            phone: section[TemplateKeys.phone])
    }

    /// Returns the problems of templates in a section whose format does not use them.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        let clause = "has no effect with this format: set format = line"
        return [TemplateKeys.notice, TemplateKeys.call, TemplateKeys.phone]
            .filter { section[$0] != nil }.map { section.problem(with: $0, clause) }
    }

    /// Returns the problems of call or phone templates without a notification template.
    package static func problemsAlone(with section: SectionValues) -> [SettingsProblem] {
        guard section[TemplateKeys.notice] == nil else { return [] }
        return [TemplateKeys.call, TemplateKeys.phone]
            .filter { section[$0] != nil }
            .map { section.problem(with: $0, "requires the key template, too") }
    }
}
