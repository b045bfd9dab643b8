import Expecting
import JSON
import Testing

@testable import Clients

@Suite struct StatusPageTests {
    @Test(
        "a phone's line has what the phone tells of itself, and nothing where it tells nothing",
        arguments: [
            ("", "Ann ready"), (#","notices":1"#, "Ann ready, 1 notice"),
            (#","facts":[{"name":"battery","value":76}]"#, "Ann ready, battery 76"),
            (
                #","facts":[{"name":"battery","value":0},{"name":"model","value":3}]"#,
                "Ann ready, battery 0, model 3"
            ),
        ])
    func phone(members: String, line: String) throws {
        let text = #"{"phones":[{"name":"Ann","words":"ready"\#(members)}]}"#
        let page = StatusPage(status: try JSONValue(parsing: Array(text.utf8)))
        let row = page.text.split(separator: "\n").first { $0.hasPrefix("Phone") } ?? ""
        expect(String(row.dropFirst(5).drop { $0 == " " }), is: line)
    }
}
