import Expecting
import JSON
import Testing

struct JSONFieldTests {
    private static let text = """
        {
          "name": "Mara",
          "list": [1, "two",
            {"depth": 7, "odd key": 2}],
          "big": 18446744073709551615,
          "half": 0.5,
          "yes": true,
          "nothing": null
        }
        """

    private static func fields() throws -> JSONFields {
        try JSONFields(anyKeysOf: JSONField(JSONValue(parsing: Array(text.utf8))))
    }

    private static func complaint(_ body: (JSONFields) throws -> Void) throws -> String? {
        let fields = try fields()
        return #expect(throws: JSONError.self) { try body(fields) }?.description
    }

    @Test func `fields of the right type are read`() throws {
        let fields = try Self.fields()
        try expect(fields.required("name").string(), is: "Mara")
        #expect(try fields.required("yes").bool())
        try expect(fields.required("half").number(in: 0...1), is: 0.5)
        #expect(try fields.required("nothing").isNull)
        let list = try fields.required("list").elements()
        try expect(list[0].integer(in: 1...1), is: 1)
        expect(list[2].path.description, is: "list[2]")
        #expect(fields["absent"] == nil)
        expect(fields.present(of: ["yes", "no", "name"]), is: ["yes", "name"])
        expect(fields.all.map(\.key), is: ["name", "list", "big", "half", "yes", "nothing"])
    }

    @Test func `every complaint names line, field and what would be right`() throws {
        #expect(
            try Self.complaint { _ = try $0.required("age") } == "1: age: this field is missing")
        try expect(
            Self.complaint { _ = try $0.required("name").bool() },
            is: "2: name: must be true or false, not a string")
        try expect(
            Self.complaint { _ = try $0.required("list").elements()[1].integer(in: 0...9) },
            is: "3: list[1]: must be a whole number from 0 to 9, not a string")
        try expect(
            Self.complaint { _ = try $0.required("list").elements()[0].integer(in: 2...9) },
            is: "3: list[0]: must be a whole number from 2 to 9, not 1")
        try expect(
            Self.complaint { _ = try $0.required("big").integer(in: 2...9) },
            is: "5: big: must be a whole number from 2 to 9, not 18446744073709551615")
        try expect(
            Self.complaint { _ = try $0.required("half").integer(in: 0...9) },
            is: "6: half: must be a whole number from 0 to 9, not 0.5")
        try expect(
            Self.complaint { _ = try $0.required("half").number(in: 1...2) },
            is: "6: half: must be from 1.0 to 2.0, not 0.5")
        try expect(
            Self.complaint { _ = try $0.required("nothing").string() },
            is: "8: nothing: must be a string, not null")
        try expect(
            Self.complaint { _ = try $0.required("yes").elements() },
            is: "7: yes: must be an array, not true")
        try expect(
            Self.complaint { _ = try JSONFields(anyKeysOf: $0.required("list")) },
            is: "3: list: must be an object, not an array")
    }

    @Test func `a key that nobody expects is refused with the near match`() throws {
        #expect(
            try Self.complaint { fields in
                let element = try fields.required("list").elements()[2]
                _ = try JSONFields(of: element, allowed: ["depht", "odd key"])
            } == #"4: list[2].depth: there is no such field; did you mean "depht"?"#)
        #expect(
            try Self.complaint { fields in
                let element = try fields.required("list").elements()[2]
                _ = try JSONFields(of: element, allowed: ["depth", "width"])
            } == #"4: list[2]["odd key"]: there is no such field; allowed: depth, width"#)
    }

    @Test func `a word that is not among the choices is refused with advice`() throws {
        let choices = [("Mara's", 1), ("Otto", 2)].map { (name: $0, value: $1) }
        #expect(
            try Self.complaint { _ = try $0.required("name").choice(of: "a name", among: choices) }
                == #"2: name: "Mara" is not a name; did you mean "Mara's"?"#)
        let others = [("Otto", 1), ("Ida", 2)].map { (name: $0, value: $1) }
        #expect(
            try Self.complaint { _ = try $0.required("name").choice(of: "a name", among: others) }
                == #"2: name: "Mara" is not a name; allowed: Otto, Ida"#)
    }

    @Test(arguments: [
        ("plain", "\"plain\""),
        ("\u{1B}[2J", #""\u001b[2J""#),
        (String(repeating: "x", count: 50), "\"" + String(repeating: "x", count: 40) + "…\""),
        (String(repeating: "\"", count: 50), "\"" + String(repeating: "\\\"", count: 40) + "…\""),
    ])
    func `what an error repeats is escaped and short`(text: String, expected: String) {
        expect(text.quotedForErrors, is: expected)
    }
}
