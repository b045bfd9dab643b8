import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Testing

@testable import Formats

struct JSONFormatTests {
    private static let call = """
        "phone":"Anna's iPhone","id":"004hmasw9nf6y","category":"incoming_call","label":"CALL",\
        "app_id":"com.apple.mobilephone","app":"Phone","title":"Davidson Ro","subtitle":"",\
        "message":"Incoming Call","date":"2026-03-02T10:04:00","received":"T",\
        "flags":["important","positive_action","negative_action"],"uid":7,\
        "actions":{"positive":"Answer","negative":"Decline"}
        """
    private static func `as`(_ category: String, _ label: String) -> String {
        call.replacing("incoming_call", with: category).replacing("\"CALL\"", with: "\"\(label)\"")
    }
    private static let messages = """
        {"v":1,"event":"added","at":"T","phone":"Anna's iPhone","id":"004hmasw9nf6y",\
        "category":"social","label":"SOCIAL","app_id":"com.apple.MobileSMS"
        """
    private static let end = #""date":"2026-03-02T10:04:00","received":"T","flags":[],"uid":42"#

    @Test(arguments: [
        (
            Events.ready,
            #"{"v":1,"event":"phone","at":"T","phone":"Anna's iPhone","state":"ready"}"#
        ),
        (
            Events.radioOff,
            #"{"v":1,"event":"radio","at":"T","state":"off","words":"is switched off: so it is"}"#
        ),
        (Events.listening, #"{"v":1,"event":"radio","at":"T","state":"listening"}"#),
        (
            Events.notShared,
            #"{"v":1,"event":"phone","at":"T","phone":"iPad","state":"not_shared"}"#
        ),
        (
            Events.ringing,
            #"{"v":1,"event":"ringing","at":"T",\#(call),"call":{"state":"ringing"}}"#
        ),
        (
            Events.answered,
            """
            {"v":1,"event":"answered","at":"T",\(Self.as("active_call", "ACTIVE")),\
            "call":{"state":"answered","ring_seconds":5.25}}
            """
        ),
        (
            Events.ended,
            #"{"v":1,"event":"ended","at":"T",\#(call),"call":{"state":"ended","ring_seconds":3}}"#
        ),
        (
            Events.missed,
            """
            {"v":1,"event":"missed","at":"T",\(Self.as("missed_call", "MISSED")),\
            "call":{"state":"missed","ring_seconds":65}}
            """
        ),
        (
            Events.declined,
            """
            {"v":1,"event":"ended","at":"T",\(call),\
            "call":{"state":"ended","ring_seconds":4,"declined":true}}
            """
        ),
        (
            Events.ordinary,
            """
            \(messages),"app":"Messages","title":"Zoe Müller","subtitle":"",\
            "message":"See you at eight?","date":"2026-03-02T10:04:00","received":"T",\
            "flags":["negative_action"],"uid":42,"actions":{"negative":"Clear"}}
            """
        ),
        (
            Events.mail,
            """
            {"v":1,"event":"added","at":"T","phone":"Anna's iPhone","id":"004hmasw9nf6y",\
            "category":"email","label":"MAIL","app_id":"com.apple.mobilemail","app":"Mail",\
            "title":"Print Shop","subtitle":"Order 1042","message":"Your posters are ready.",\
            "message_size":4711,"date":"2026-03-02T10:04:00","received":"T",\
            "flags":["silent","pre_existing"],"uid":42}
            """
        ),
        (
            Events.modified,
            """
            {"v":1,"event":"modified","at":"T","phone":"Anna's iPhone","id":"004hmasw9nf6y",\
            "category":"social","label":"SOCIAL","app_id":"com.apple.MobileSMS","app":"Messages",\
            "title":"Zoe Müller","subtitle":"","message":"See you at nine?",\(end)}
            """
        ),
        (
            Events.removed,
            """
            {"v":1,"event":"removed","at":"T","phone":"Anna's iPhone","id":"004hmasw9nf6y",\
            "category":"social","label":"SOCIAL","app_id":"com.apple.MobileSMS","app":"Messages",\
            "title":"Zoe Müller","subtitle":"","message":"See you at eight?",\(end),\
            "removed_by":"user"}
            """
        ),
        (
            Events.invalid,
            """
            \(messages),"app":"Messages","title":"Z\u{FFFD}o","subtitle":"","message":"caf",\(end),\
            "bytes":{"title":"5aff6f","subtitle":"c3","message":"636166c3"}}
            """
        ),
        (
            Events.hostile,
            #"""
            {"v":1,"event":"added","at":"T","phone":"A\u001b]0;x\u0007","id":"004hmasw9nf6y",\#
            "category":"social","label":"SOCIAL","app_id":"com.apple.MobileSMS","app":"\u202eppA",\#
            "title":"\u001b[31mred\u009b0m\u0000","subtitle":"one\r\ntwo\tthree",\#
            "message":"\u2066a\u2069\u2028b\u0085c\u007f",\#(end)}
            """#
        ),
        (
            Events.punctuated,
            #"""
            \#(messages),"app":"Messages","title":"Smith, \"Al\"","subtitle":"",\#
            "message":"a=b, c:\\d \"e\"́",\#(end)}
            """#
        ),
        (
            Events.unknown,
            """
            {"v":1,"event":"added","at":"T","phone":"Anna's iPhone","id":"004hmasw9nf6y",\
            "category":"category_200","label":"OTHER","app_id":"com.apple.MobileSMS",\
            "title":"Who knows","subtitle":"","message":"See you at eight?",\
            "date":"2026-03-02T10:04:00","received":"T","flags":["silent","important",\
            "pre_existing","positive_action","negative_action","multimedia","bit_6","bit_7"],\
            "uid":4294967295,"actions":{"positive":"Go","negative":""}}
            """
        ),
        (
            Events.empty,
            """
            {"v":1,"event":"added","at":"T","phone":"","id":"004hmasw9nf6y","category":"other",\
            "label":"OTHER","app_id":"","title":"","subtitle":"","message":"","received":"T",\
            "flags":[],"uid":0,"incomplete":true}
            """
        ),
        (
            Events.source,
            """
            {"v":1,"event":"source","at":"T","phone":"Anna's iPhone","event_id":"removed",\
            "category":"active_call","label":"ACTIVE","category_count":3,"flags":["silent"],"uid":9}
            """
        ),
        (
            Events.strangeSource,
            """
            {"v":1,"event":"source","at":"T","phone":"iPad","event_id":"event_7",\
            "category":"category_77","label":"OTHER","category_count":0,"flags":[],\
            "uid":4294967295}
            """
        ),
    ])
    func `an event is one object on one line`(_ event: BridgeEvent, _ line: String) {
        var format = OutputFormat.json.make(showsSource: true)
        expect(format.text(of: event), is: line + "\n")
    }

    @Test func `raw values are left out unless asked for`() {
        var format = OutputFormat.json.make()
        expect(format.text(of: Events.source), is: "")
    }

    @Test func `the dictionary names exactly the fields that are written`() throws {
        var written: Set<String> = []
        let origin = NoticeOrigin(site: "berlin", bridge: "hall")
        for event in Events.all {
            let bytes = JSONFormat(showsSource: true)
                .lines(for: event, from: origin, columns: nil)
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            for (name, value) in object {
                guard let group = value as? [String: Any] else {
                    written.insert(name)
                    continue
                }
                written.formUnion(group.keys.map { "\(name).\($0)" })
            }
        }
        expect(written, is: Set(Field.allCases.map(\.rawValue)))
    }
}
