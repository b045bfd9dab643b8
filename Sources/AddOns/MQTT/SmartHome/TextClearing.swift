import JSON

/// A message by which texts are taken back from the displays.
package struct TextClearing: Hashable, Sendable {
    /// Which text; nil for all that came the same way.
    package let id: String?

    /// Reads `{"clear":true}` or `{"clear":"ID"}`; nil for anything else.
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
