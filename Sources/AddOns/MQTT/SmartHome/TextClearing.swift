import JSON

/// A message that clears texts from the displays.
package struct TextClearing: Hashable, Sendable {
    /// ID of the text; nil for all texts shown by messages.
    package let id: String?

    /// Parses `{"clear":true}` or `{"clear":"ID"}`; otherwise nil.
    package init?(_ payload: [UInt8]) {
        guard payload.count <= TextMessage.limit, payload.first == UInt8(ascii: "{"),
            let value = try? JSONValue(parsing: payload, depthLimit: 2),
            (try? JSONFields(of: JSONField(value), allowed: ["clear"])) != nil
        else { return nil }
        if value.isTrue("clear") {
            id = nil
        } else if let id = value.text("clear"), !id.isEmpty, id.utf8.count <= 64 {
            self.id = id
        } else {
            return nil
        }
    }
}
