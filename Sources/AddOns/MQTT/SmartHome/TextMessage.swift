import JSON

/// A text for the displays, requested by a message.
package struct TextMessage: Hashable, Sendable {
    package let text: String
    /// Display time in seconds; nil uses the bridge's default.
    package let seconds: Int?
    /// Level of urgency; nil uses the bridge's default.
    package let level: String?

    /// Maximum bytes of a message.
    package static let limit = 4_096

    /// An error in a message.
    package struct Mistake: Error, Hashable {
        /// Error text, without content of the message.
        package let words: String

        package init(words: String) {
            self.words = words
        }
    }

    /// Parses plain text, or an object with `text`, `for` and `level`.
    package init(_ payload: [UInt8]) throws(Mistake) {
        guard payload.count <= Self.limit else { throw Mistake(words: "the text is too long") }
        guard payload.first == UInt8(ascii: "{") else {
            let text = String(decoding: payload, as: UTF8.self)
            guard !text.isEmpty else { throw Mistake(words: "the text is empty") }
            (self.text, seconds, level) = (text, nil, nil)
            return
        }
        do throws(JSONError) {
            let fields = try JSONFields(
                of: JSONField(JSONValue(parsing: payload, depthLimit: 4)),
                allowed: ["text", "for", "level"])
            text = try fields.required("text").string()
            seconds = try fields["for"]?.integer(in: 1...86_400)
            level = try fields["level"]?.string()
        } catch {
            throw Mistake(words: error.sentence)
        }
        if text.isEmpty { throw Mistake(words: "the text is empty") }
    }
}
