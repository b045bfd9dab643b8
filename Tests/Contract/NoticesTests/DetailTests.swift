import ControlSupport
import Expecting
import Testing

@testable import Notices

/// How much of a notice is left where less may be told.
struct DetailTests {
    /// What takes words out of a notice.
    enum Reduction: CaseIterable {
        case nothing, withoutText, withoutWords, hidesText, hides

        func of(_ notice: Notice) -> Notice {
            switch self {
            case .nothing: notice
            case .withoutText: notice.withoutText
            case .withoutWords: notice.withoutWords
            case .hidesText: RuleAction(.hideText).applied(to: notice)
            case .hides: RuleAction(.hide).applied(to: notice)
            }
        }
    }

    @Test func `every field that has text is judged`() {
        let texts = TellingNotice.texts(of: TellingNotice.notice(call: Call(state: .ringing)))
        expect(texts.keys.sorted(), is: TellingNotice.fields.map(\.name).sorted())
        for (field, text) in texts { expect(text, is: TellingNotice.word(in: field), "\(field)") }
    }

    @Test(
        arguments: [
            (.nothing, .full, [], "all is told"),
            (.withoutText, .names, [], "who, and from which app"),
            (
                .withoutWords, nil, ["phone", "bond"],
                "neither; whoever tells it gives the phone another name"
            ),
            (.hidesText, .names, [], "a rule that hides the text"),
            (.hides, nil, ["phone", "bond", "appID", "appName"], "one that hides all but the app"),
        ] as [(Reduction, TellingNotice.Detail?, Set<String>, String)])
    func `labels of actions are words as well`(
        _ reduction: Reduction, _ detail: TellingNotice.Detail?, _ further: Set<String>,
        _ why: String
    ) {
        let texts = TellingNotice.texts(of: reduction.of(TellingNotice.notice()))
        let told = Set(texts.filter { !$0.value.isEmpty }.keys)
        expect(told, is: TellingNotice.tellable(detail).union(further), "\(why)")
    }
}
