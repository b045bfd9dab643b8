import EventSupport
import Expecting
import Notices
import Testing

@testable import Formats

struct CSVFormatTests {
    /// The columns of beacons, and those of further services of a phone.
    private static let ofBeacons = String(repeating: ",", count: 13 + 17)

    @Test(arguments: [
        (Events.ready, "1,phone,T,Anna's iPhone,ready,,,,,,,,,,,,,,,,,,,,,,,"),
        (
            Events.ended,
            """
            1,ended,T,Anna's iPhone,,004hmasw9nf6y,incoming_call,CALL,com.apple.mobilephone,Phone,\
            Davidson Ro,,Incoming Call,,2026-03-02T10:04:00,T,\
            "important,positive_action,negative_action",7,Answer,Decline,ended,3,,,,,,
            """
        ),
        (
            Events.invalid,
            """
            1,added,T,Anna's iPhone,,004hmasw9nf6y,social,SOCIAL,com.apple.MobileSMS,Messages,\
            Z\u{FFFD}o,,caf,,2026-03-02T10:04:00,T,,42,,,,,,,,,,
            """
        ),
        (
            Events.hostile,
            """
            1,added,T,A]0;x,,004hmasw9nf6y,social,SOCIAL,com.apple.MobileSMS,ppA,[31mred0m,\
            one two three,a b c,,2026-03-02T10:04:00,T,,42,,,,,,,,,,
            """
        ),
        (
            Events.punctuated,
            #"""
            1,added,T,Anna's iPhone,,004hmasw9nf6y,social,SOCIAL,com.apple.MobileSMS,Messages,\#
            "Smith, ""Al""",,"a=b, c:\d ""e""́",,2026-03-02T10:04:00,T,,42,,,,,,,,,,
            """#
        ),
        (
            Events.formula,
            """
            1,added,T,Anna's iPhone,,004hmasw9nf6y,social,SOCIAL,com.apple.MobileSMS,'@SUM(1),\
            '+49 30 123456,'-1,'=cmd|' /C x',,2026-03-02T10:04:00,T,,42,,,,,,,,,,
            """
        ),
        (Events.empty, "1,added,T,,,004hmasw9nf6y,other,OTHER,,,,,,,,T,,0,,,,,,true,,,,"),
        (
            Events.hiddenText,
            """
            1,added,T,Anna's iPhone,,004hmasw9nf6y,social,SOCIAL,com.apple.MobileSMS,Messages,\
            Zoe Müller,,,,2026-03-02T10:04:00,T,,42,,,,,,,text,,,
            """
        ),
        (
            Events.radioOff,
            "1,radio,T,,off,,,,,,,,,,,,,,,,,,,,,,is switched off: so it is,"
        ),
        (Events.source, ""),
    ])
    func `an event is one row`(_ event: BridgeEvent, _ row: String) {
        var format = OutputFormat.csv.make()
        expect(format.text(of: event), is: (row.isEmpty ? "" : row + ",,," + Self.ofBeacons + "\n"))
    }

    @Test func `when a notice was sent, and how long a call was talked, stand at the end`() {
        var format = OutputFormat.csv.make()
        #expect(format.text(of: Events.sent).hasSuffix(",,,,,,,,T,," + Self.ofBeacons + "\n"))
        #expect(
            format.text(of: Events.talked).hasSuffix(
                ",ended,5,,,,,,,,125.25," + Self.ofBeacons + "\n"))
    }

    @Test func `the header names the columns`() {
        let header = """
            v,event,at,phone,state,id,category,label,app_id,app,title,subtitle,message,\
            message_size,date,received,flags,uid,actions.positive,actions.negative,call.state,\
            call.ring_seconds,call.declined,incomplete,hidden,removed_by,words,code,\
            sent,call.talk_seconds,was,region,item,picture,person,home,zone,accuracy,signal,\
            beacon,last_heard,reminder,kept,phone_id,battery,date_offset,\
            media.state,media.title,media.artist,media.album,media.player,media.app_id,\
            media.position,media.duration,media.rate,media.volume,media.index,media.count,\
            media.shuffle,media.repeat,media.commands
            """
        expect(String(decoding: OutputFormat.csv.make().header, as: UTF8.self), is: header + "\n")
        expect(
            String(decoding: OutputFormat.csv.make(showsSource: true).header, as: UTF8.self),
            is: header + ",event_id,category_count\n")
    }

    @Test(arguments: [
        ("berlin", "hall", "berlin,hall"), ("a,b", "=1", "\"a,b\",'=1"),
        ("x\u{202E}y", "two\nlines", "xy,two lines"),
    ])
    func `notices of many histories have two columns for where they came from`(
        _ site: String, _ bridge: String, _ cells: String
    ) {
        var format = OutputFormat.csv.make(showsOrigin: true)
        let plain = OutputFormat.csv.make().header.dropLast()
        expect(
            String(decoding: format.header, as: UTF8.self),
            is: String(decoding: plain, as: UTF8.self) + ",site,bridge\n")
        let row = format.lines(
            for: Events.ended, from: NoticeOrigin(site: site, bridge: bridge), columns: nil)
        var alone = OutputFormat.csv.make()
        let rest = String(
            decoding: alone.lines(for: Events.ended, columns: nil).dropLast(), as: UTF8.self)
        expect(String(decoding: row, as: UTF8.self), is: rest + "," + cells + "\n")
    }

    @Test func `raw values have two columns of their own at the end`() {
        var format = OutputFormat.csv.make(showsSource: true)
        expect(
            format.text(of: Events.source),
            is:
                "1,source,T,Anna's iPhone,,,active_call,ACTIVE,,,,,,,,,silent,9,,,,,,,,,,,,,"
                + Self.ofBeacons + ",removed,3\n"
        )
    }

    @Test(arguments: ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "  =1", "=\u{301}1", "\u{FF1D}1"])
    func `no text begins like a formula`(_ title: String) {
        let notice = Events.notice(title: Words(Array(title.utf8)), message: "")
        var format = OutputFormat.csv.make()
        let cell = format.text(of: Events.event(.added, notice)).split(
            separator: ",", omittingEmptySubsequences: false)[10]
        expect(cell.first, is: "'")
    }
}
