import ANCS
import Expecting
import Linux
import Testing

@testable import Notices

struct NoticeCodeTests {
    private static func notice(
        _ category: CategoryID = .social, _ title: String = "Northbank",
        _ message: String = "482913 is your verification code", call: Call? = nil
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: 1), phone: "Anna's iPhone", category: Category(category),
            flags: [], uid: NotificationUID(rawValue: 1), title: Text(title),
            message: Text(message),
            received: WallTime(milliseconds: 0), call: call)
    }

    @Test func `a message brings its code`() {
        expect(Self.notice().code, is: "482913")
        #expect(Self.notice(.email, "482913 is your login code", "").code == "482913")
        expect(Self.notice(.social, "Mum", "Bring 482913 apples").code, is: nil)
    }

    @Test(arguments: [CategoryID.incomingCall, .missedCall, .voicemail, .activeCall])
    func `a call brings none`(category: CategoryID) {
        expect(Self.notice(category).code, is: nil)
        expect(Self.notice(call: Call(state: .missed)).code, is: nil)
    }

    @Test func `a title keeps no code for those who read names alone`() {
        let notice = Self.notice(.social, "482-913 for login", "Your security code is 482913")
        expect(notice.titleWithoutCode, is: Text("•••-••• for login"))
        expect(Self.notice(.social, "Zoë", "Your code: 4829").titleWithoutCode, is: Text("Zoë"))
        let exact = Self.notice(.social, "482913", "See you")
        expect(exact.titleWithoutCode, is: exact.title)
    }

    @Test func `a label that repeats the code does not show it`() {
        var notice = Self.notice()
        (notice.positiveAction, notice.negativeAction) = (Text("Copy 482913"), Text("Clear"))
        let shown = notice.withoutCode
        expect(shown.positiveAction, is: Text("Copy ••••••"))
        expect(shown.negativeAction, is: Text("Clear"))
    }

    @Test func `what a rule hides takes the code with it`() {
        let notice = Self.notice(.social, "482913 is your login code", "Use it now")
        let hidden = RuleAction(.hideText).applied(to: notice)
        expect(hidden.code, is: nil)
        #expect(hidden.title == Text("•••••• is your login code"))
        expect(RuleAction(.hide).applied(to: notice).code, is: nil)
        expect(RuleAction(.show).applied(to: notice).code, is: "482913")
    }
}
