import ANCS
import Notices

/// A notification on a scenario's phone, and what must come out of it.
struct Sample: Sendable {
    var name: String
    var category: UInt8 = 4
    /// Nil for those that follow from the actions.
    var flags: UInt8?
    var app = "com.apple.MobileSMS"
    /// What the phone answers when it is asked for the app's name.
    var appName: String? = "Messages"
    var title: [UInt8] = []
    var subtitle: [UInt8] = []
    var message: [UInt8] = []
    var date = "20250131T180500"
    var positive: [UInt8] = []
    var negative: [UInt8] = Array("Clear".utf8)

    init(_ name: String, _ message: String = "Did this one arrive whole?") {
        self.name = name
        title = Array("This is \(name)".utf8)
        self.message = Array(message.utf8)
    }

    /// Notifications that differ in their names and texts.
    static func several(_ count: Int, named name: String = "sample") -> [Sample] {
        (0..<count).map { Sample("\(name)-\($0)", "The text of number \($0).") }
    }

    static func call(_ name: String, from caller: String, category: CategoryID) -> Sample {
        var call = Sample(name, "")
        call.category = category.rawValue
        call.app = "com.apple.mobilephone"
        call.appName = "Phone"
        call.title = Array(caller.utf8)
        call.positive = category == .incomingCall ? Array("Answer".utf8) : []
        return call
    }

    func with(_ change: (inout Sample) -> Void) -> Sample {
        var changed = self
        change(&changed)
        return changed
    }

    /// The notification in a scenario file, with or without its name.
    func json(named: Bool) -> String {
        var members = named ? [#""name": "\#(name)""#] : []
        members += [
            #""category": \#(category)"#, #""app": "\#(app)""#, #""date": "\#(date)""#,
            #""title": \#(Self.json(title))"#, #""subtitle": \#(Self.json(subtitle))"#,
            #""message": \#(Self.json(message))"#, #""positive": \#(Self.json(positive))"#,
            #""negative": \#(Self.json(negative))"#,
        ]
        if let flags { members.append(#""flags": \#(flags)"#) }
        return members.joined(separator: ", ")
    }

    /// Bytes as a scenario's text.
    static func json(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? #""""# : #"{"hex": "\#(hex(bytes))"}"#
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// What a person is shown of a notification, byte for byte.
struct Facts: Hashable, Sendable {
    let phone: String
    let category: UInt8
    let app: [UInt8]
    /// Left out for calls, which do not wait for it.
    var appName: [UInt8]?
    let texts: [[UInt8]]
    let size: Int?
    let date: PhoneDate?
    let isIncomplete: Bool

    /// What is expected of a phone that holds the sample.
    init(_ sample: Sample, on phone: String) {
        let cut = Int(Session.Configuration().maximumTextLength)
        self.phone = phone
        category = sample.category
        app = Array(sample.app.utf8)
        let isCall = CategoryID(rawValue: sample.category).isLiveCall
        appName = isCall ? nil : sample.appName.map { Array($0.utf8) }
        texts =
            [sample.title, sample.subtitle, sample.message].map { Array($0.prefix(cut)) }
            + [sample.positive, sample.negative]
        size = sample.message.count
        date = PhoneDate(parsing: Array(sample.date.utf8)[...])
        isIncomplete = false
    }

    /// What has come out.
    init(_ notice: Notice) {
        phone = notice.phone
        category = notice.category.id.rawValue
        app = notice.appID.bytes
        appName = notice.category.id.isLiveCall ? nil : notice.appName?.bytes
        texts = [
            notice.title, notice.subtitle, notice.message, notice.positiveAction,
            notice.negativeAction,
        ].map(\.bytes)
        size = notice.messageSize
        date = notice.date
        isIncomplete = notice.isIncomplete
    }

    /// The same where the app's name came too late to be shown.
    var withoutAppName: Facts {
        var facts = self
        facts.appName = nil
        return facts
    }
}

extension Facts: CustomStringConvertible {
    var description: String {
        let shown = texts.map { String(decoding: $0.prefix(40), as: UTF8.self) }
        return "\(phone): \(category) \(shown)\(isIncomplete ? " incomplete" : "")"
    }
}
