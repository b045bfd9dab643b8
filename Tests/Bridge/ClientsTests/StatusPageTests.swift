import Control
import Expecting
import JSON
import Testing

@testable import Clients

struct StatusPageTests {
    @Test(
        "a phone's line has what the phone tells of itself, and nothing where it tells nothing",
        arguments: [
            ("", "Ann ready"), (#","notices":1"#, "Ann ready, 1 notification"),
            (#","facts":[{"name":"battery","value":76}]"#, "Ann ready, battery 76 %"),
            (
                #","facts":[{"name":"battery","value":0},{"name":"model","value":3}]"#,
                "Ann ready, battery 0 %, model 3"
            ),
        ])
    func phone(members: String, line: String) throws {
        let text = #"{"phones":[{"name":"Ann","words":"ready"\#(members)}]}"#
        let page = StatusPage(
            status: StatusAnswer(gently: try JSONValue(parsing: Array(text.utf8))))
        let row = page.text().split(separator: "\n").first { $0.hasPrefix("Phone") } ?? ""
        expect(String(row.dropFirst(5).drop { $0 == " " }), is: line)
    }

    @Test(
        "what rules did with notices and with beacons is told apart",
        arguments: [
            (#""shown":3,"hidden":1,"left_out":2"#, "shown 3, hidden 1, dropped 2"),
            (
                #""shown":0,"shown_beacons":0,"left_out_beacons":0"#,
                "shown 0, hidden 0, dropped 0"
            ),
            (
                #""shown":0,"shown_beacons":11,"left_out_beacons":2"#,
                "shown 0, hidden 0, dropped 0; of beacons: shown 11, dropped 2"
            ),
        ])
    func rules(members: String, line: String) throws {
        let text = #"{"rules":{\#(members)}}"#
        let page = StatusPage(
            status: StatusAnswer(gently: try JSONValue(parsing: Array(text.utf8))))
        let row = page.text().split(separator: "\n").first { $0.hasPrefix("Rules") } ?? ""
        expect(String(row.dropFirst(5).drop { $0 == " " }), is: line)
    }

    @Test(
        "the clock has a row if phones may set it",
        arguments: [
            (#""clock":{"words":"not set yet"}"#, "not set yet"), ("", ""),
            (
                #""clock":{"words":"set 3 h forward","set":"2000-01-01T00:00:00.000Z"}"#,
                "set 3 h forward; last set "
            ),
        ])
    func clock(members: String, start: String) throws {
        let page = StatusPage(
            status: StatusAnswer(gently: try JSONValue(parsing: Array("{\(members)}".utf8))))
        let row = page.text().split(separator: "\n").first { $0.hasPrefix("Clock") } ?? ""
        let words = row.dropFirst(5).drop { $0 == " " }
        #expect(words.hasPrefix(start) && words.isEmpty == start.isEmpty, "\(row)")
    }

    @Test func `rows are broken at words on a narrow terminal`() throws {
        let text = #"{"radio":{"words":"not there","reason":"the adapter was switched off"}}"#
        let page = StatusPage(
            status: StatusAnswer(gently: try JSONValue(parsing: Array(text.utf8))))
        let lines = page.text(columns: 40).split(separator: "\n")
        #expect(lines.contains("Radio   not there: the adapter was"), "\(lines)")
        #expect(lines.contains("        switched off"), "\(lines)")
        #expect(lines.allSatisfy { $0.count <= 40 })
    }

    @Test(
        "a companion's line says what it does, what waits, what was lost and the last trouble",
        arguments: [
            (#""state":"works","words":"connected","waiting":0,"lost":0"#, "mqtt works: connected"),
            (
                #""state":"works","words":"connected","waiting":3,"lost":4,"trouble":"refused""#,
                "mqtt works: connected, 3 wait, 4 lost, last trouble: refused"
            ),
            (#""state":"fails","words":"refused""#, "mqtt fails: refused"),
            (#""state":"gone","words":"connected","lost":4"#, "mqtt is gone"),
        ])
    func addOn(members: String, line: String) throws {
        let text = #"{"companions":[{"name":"mqtt",\#(members)}]}"#
        let page = StatusPage(
            status: StatusAnswer(gently: try JSONValue(parsing: Array(text.utf8))))
        let row = page.text().split(separator: "\n").first { $0.hasPrefix("Add-on") } ?? ""
        expect(String(row.dropFirst(6).drop { $0 == " " }), is: line)
    }
}
