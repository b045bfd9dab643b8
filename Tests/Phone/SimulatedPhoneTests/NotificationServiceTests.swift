import Expecting
import Testing

@testable import SimulatedPhone

struct NotificationServiceTests {
    static let message =
        #"{"name": "m", "category": "social", "app": "org.a", "title": "Ada", "#
        + #""subtitle": "S", "message": "Grüß", "date": "20240102T030405", "negative": "Clear"}"#
    static let call =
        #"{"name": "c", "category": "incoming_call", "app": "org.a", "title": "Bo", "#
        + #""positive": "Yes", "negative": "No"}"#
    static let plain = #"{"name": "p", "app": "org.gone", "date": ""}"#

    @Test func `a session begins with what is there`() throws {
        var host = try TestHost(existing: "\(Self.message), \(Self.call), \(Self.plain)")
        host.phone.connect()
        host.phone.secure()
        #expect(host.announcements.isEmpty)
        host.send("12 2300 0100")
        expect(host.packets, is: ["13"])
        expect(
            host.announcements,
            is: [
                "00 14 04 01 00 00 00 00", "00 1c 01 01 01 00 00 00", "00 04 00 01 02 00 00 00",
            ])
        host.send("12 2300 0100")
        expect(host.announcements.count, is: 3, "subscribing twice begins nothing anew")
    }

    @Test func `what happens is announced with the count of its category`() throws {
        var host = try TestHost(existing: Self.message)
        host.begin()
        host.announcements = []
        try host.play(
            #"{"at": 0, "add": {"name": "n", "category": "social", "app": "org.a"}}"#)
        try host.play(#"{"at": 0, "modify": "n", "title": "T"}"#, called: "n")
        try host.play(
            #"{"at": 0, "modify": "n", "category": 255, "flags": ["silent", "important"]}"#,
            called: "n")
        try host.play(#"{"at": 0, "modify": "n", "flags": 255}"#, called: "n")
        try host.play(#"{"at": 0, "remove": "n"}"#, called: "n")
        try host.play(#"{"at": 0, "remove": "n"}"#, called: "n")
        try host.play(#"{"at": 0, "remove": "m"}"#, called: "m")
        expect(
            host.announcements,
            is: [
                "00 00 04 02 01 00 00 00", "01 00 04 02 01 00 00 00", "01 03 ff 01 01 00 00 00",
                "01 ff ff 01 01 00 00 00", "02 ff ff 00 01 00 00 00", "02 10 04 00 00 00 00 00",
            ])
    }

    @Test func `nothing is announced outside a session`() throws {
        var host = try TestHost()
        let add = #"{"at": 0, "add": {"name": "NAME", "app": "org.a"}}"#
        try host.play(add.replacing("NAME", with: "a"))
        host.phone.connect()
        try host.play(add.replacing("NAME", with: "b"))
        host.phone.secure()
        host.send("12 2300 0100")
        expect(host.announcements.count, is: 2)
        host.send("12 2300 0000")
        try host.play(add.replacing("NAME", with: "d"))
        expect(host.announcements.count, is: 2)
        host.send("12 2300 0100")
        expect(host.announcements.count, is: 5, "all three are there when it begins again")
    }

    @Test(arguments: [
        ("all", ["00 04", "00 04", "00 04"]), ("some", ["00 04", "00 04"]), ("none", []),
        ("unmarked", ["00 00", "00 00", "00 00"]),
    ])
    func `a phone announces of what is there as much as it likes`(
        announce: String, expected: [String]
    ) throws {
        var host = try TestHost(
            behaviour: #"{"announce": "\#(announce)"}"#,
            existing: #"{"name": "a", "app": "org.a", "count": 3, "title": "T"}"#)
        host.begin()
        expect(host.announcements.map { String($0.prefix(5)) }, is: expected)
        expect(host.write("00 02000000 01 0900"), is: "13", "those not announced are there, too")
        expect(host.answer, is: hexText(hex("00 02000000 01 0300 54 20 33")))
    }

    @Test func `all eight attributes come in the order of the request`() throws {
        var host = try TestHost(existing: Self.message)
        host.begin()
        expect(host.write("00 00000000 00 01 ffff 02 ffff 03 ffff 04 05 06 07"), is: "13")
        let date = hexText(Array("20240102T030405".utf8))
        let expected =
            "00 00000000 00 0500 6f72672e61 01 0300 416461 02 0100 53"
            + "03 0600 4772c3bcc39f 04 0100 36 05 0f00 \(date) 06 0000 07 0500 436c656172"
        expect(host.answer, is: hexText(hex(expected)))
        expect(host.fragments.count, is: 1)
        expect(host.write("00 00000000 07 03 0300 01 0000 04"), is: "13")
        expect(
            host.answer,
            is: hexText(hex("00 00000000 07 0500 436c656172 03 0300 4772c3 01 0000 04 0100 36")),
            "a limit counts bytes, and may cut a character")
    }

    @Test(arguments: [
        ("", 0xA1, "nothing"),
        ("03", 0xA0, "command 3"),
        ("ff 00000000", 0xA0, "command 255"),
        ("00", 0xA1, "attributes of nothing"),
        ("00 000000", 0xA1, "three bytes of a number"),
        ("00 00000000", 0xA1, "no attributes"),
        ("00 00000000 01", 0xA1, "a title without a limit"),
        ("00 00000000 01 10", 0xA1, "half a limit"),
        ("00 00000000 03 1000 02", 0xA1, "a second one without a limit"),
        ("00 00000000 08", 0xA1, "an attribute that there is not"),
        ("00 01000000 00", 0xA2, "a notification that there is not"),
        ("00 ffffffff 00 01 ffff", 0xA2, "the number that no notification has"),
        ("00 01000000 01", 0xA1, "the form comes before the number"),
        ("01", 0xA1, "attributes of no app"),
        ("01 6f72672e61", 0xA1, "an identifier without an end"),
        ("01 6f72672e61 00", 0xA1, "no attributes of an app"),
        ("01 6f72672e61 00 01", 0xA1, "an attribute that apps do not have"),
        ("01 6f72672e62 00 00", 0xA2, "an app that there is not"),
        ("01 6f72672e6e6f6e65 00 00", 0xA2, "an app that the phone denies to know"),
        ("01 00 00", 0xA2, "an app without a name"),
        ("02 00000000", 0xA1, "an action without a number"),
        ("02 00000000 02", 0xA1, "an action that there is not"),
        ("02 00000000 01 00", 0xA1, "an action with a byte too many"),
        ("02 000000 01", 0xA1, "an action on three bytes"),
        ("02 01000000 01", 0xA2, "an action on what is not there"),
        ("02 00000000 00", 0xA3, "an action that is not offered"),
    ])
    func `what is wrong with a command is said in the words of the specification`(
        value: String, error: Int, why: String
    ) throws {
        var host = try TestHost(existing: Self.message)
        host.begin()
        expect(host.write(value), is: "01 12 25 00 " + hexText([UInt8(error)]), "\(why)")
        #expect(host.fragments.isEmpty, "\(why)")
        expect(host.write("00 00000000 01 0100"), is: "13", "the next one is served")
    }

    @Test(arguments: [
        ("01 6f72672e61 00 00", "01 6f72672e61 00 00 0100 41", "an app"),
        ("01 6f72672e61 00 00 00", "01 6f72672e61 00 00 0100 41 00 0100 41", "twice its name"),
        ("01 6f72672e676f6e65 00 00", "01 6f72672e676f6e65 00", "an app that is gone"),
        (
            "01 636f6d2e6170706c652e6e657773 00 00",
            "01 636f6d2e6170706c652e6e657773 00 00 0400 4e657773", "an app that every iPhone has"
        ),
    ])
    func `apps are called by their names`(value: String, expected: String, why: String) throws {
        var host = try TestHost()
        host.begin()
        expect(host.write(value), is: "13")
        expect(host.answer, is: hexText(hex(expected)), "\(why)")
    }

    @Test func `an app can go while the phone is on`() throws {
        var host = try TestHost()
        host.begin()
        try host.play(#"{"at": 0, "set": {"apps": {"org.a": null}}}"#)
        expect(host.write("01 6f72672e61 00 00"), is: "13")
        expect(host.answer, is: hexText(hex("01 6f72672e61 00")))
    }

    @Test func `an accepted call becomes an active one`() throws {
        var host = try TestHost(existing: Self.call)
        host.begin()
        host.announcements = []
        expect(host.write("02 00000000 00"), is: "13")
        #expect(host.fragments.isEmpty)
        expect(host.announcements, is: ["02 18 01 00 00 00 00 00", "00 10 0c 01 01 00 00 00"])
        expect(host.write("00 00000000 00"), is: "01 12 25 00 a2")
        _ = host.write("00 01000000 01 ff00 07")
        expect(host.answer, is: hexText(hex("00 01000000 01 0200 426f 07 0800 456e642043616c6c")))
        host.announcements = []
        expect(host.write("02 01000000 01"), is: "13")
        expect(host.announcements, is: ["02 10 0c 00 01 00 00 00"], "hung up")
    }

    @Test func `a declined call becomes a missed one`() throws {
        var host = try TestHost(existing: Self.call)
        host.begin()
        host.announcements = []
        expect(host.write("02 00000000 01"), is: "13")
        expect(host.announcements, is: ["02 18 01 00 00 00 00 00", "00 18 02 01 01 00 00 00"])
        try host.play(#"{"at": 0, "remove": "c.missed"}"#, called: "c")
        expect(host.announcements.last, is: "02 18 02 00 01 00 00 00")
    }

    @Test func `a cleared notification is gone`() throws {
        var host = try TestHost(existing: Self.message)
        host.begin()
        host.announcements = []
        expect(host.write("02 00000000 01"), is: "13")
        expect(host.announcements, is: ["02 10 04 00 00 00 00 00"])
        expect(host.write("02 00000000 01"), is: "01 12 25 00 a2")
    }

    @Test func `numbers begin anew with each session unless they are kept`() throws {
        for (uids, expected) in [("renumbered", "00"), ("kept", "01")] {
            var host = try TestHost(
                behaviour: #"{"uids": "\#(uids)", "first_uid": 0}"#,
                existing: "\(Self.message), \(Self.call)")
            host.begin()
            try host.play(#"{"at": 0, "remove": "m"}"#, called: "m")
            host.phone.disconnect()
            host.announcements = []
            host.begin()
            expect(host.announcements, is: ["00 1c 01 01 \(expected) 00 00 00"])
        }
    }

    @Test func `numbers can begin anywhere and go round`() throws {
        var host = try TestHost(
            behaviour: #"{"first_uid": 4294967295}"#,
            existing: #"{"name": "a", "app": "org.a", "count": 2}"#)
        host.begin()
        expect(host.announcements, is: ["00 04 00 02 ff ff ff ff", "00 04 00 02 00 00 00 00"])
    }

    @Test func `answers are sent only to those who subscribed to them`() throws {
        var host = try TestHost(existing: Self.message)
        host.begin()
        host.send("12 2800 0000")
        expect(host.write("00 00000000 01 ff00"), is: "13")
        #expect(host.fragments.isEmpty)
    }

    @Test func `a long write of a command is performed`() throws {
        var host = try TestHost(existing: Self.message)
        host.begin()
        host.send("16 2500 0000 00000000")
        host.send("16 2500 0400 00 01 0200")
        host.send("18 01")
        expect(host.packets.last, is: "19")
        expect(host.answer, is: hexText(hex("00 00000000 01 0200 4164")))
        host.send("16 2500 0000 00")
        host.send("18 01")
        expect(host.packets.last, is: "01 18 25 00 a1")
    }

    @Test(arguments: 23...517)
    func `an answer is cut to the MTU and its header comes once`(mtu: Int) throws {
        var host = try TestHost(
            mtu: mtu,
            existing: #"{"name": "l", "app": "org.a", "message": {"repeat": "abc", "bytes": 2000}}"#
        )
        host.begin()
        expect(host.write("00 00000000 03 ffff 04"), is: "13")
        let answer = Array(host.fragments.joined())
        expect(answer.count, is: 5 + 3 + 2000 + 3 + 4)
        expect(hexText(answer.prefix(11)), is: "00 00 00 00 00 03 d0 07 61 62 63")
        expect(answer.suffix(4), is: Array("2000".utf8)[...])
        #expect(host.fragments.dropLast().allSatisfy { $0.count == mtu - 3 })
    }

    @Test func `many notifications differ in a number`() throws {
        var host = try TestHost(
            existing: #"{"name": "f", "app": "org.a", "count": 1000, "title": "N"}"#)
        host.begin()
        expect(host.announcements.count, is: 1000)
        expect(host.announcements.last, is: "00 04 00 ff e7 03 00 00")
        _ = host.write("00 e7030000 01 ffff")
        expect(host.answer, is: hexText(hex("00 e7030000 01 0600 4e2031303030")))
        host.announcements = []
        try host.play(#"{"at": 0, "remove": "f"}"#, called: "f")
        expect(host.announcements.count, is: 1000)
        expect(host.announcements.last, is: "02 00 00 00 e7 03 00 00")
    }
}
