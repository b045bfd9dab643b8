import JSON

/// A text that somebody wants on the displays, as it stands in a message.
package struct TextMessage: Hashable, Sendable {
    /// What is shown.
    package let text: String
    /// For how many seconds; nil leaves that to the bridge.
    package let seconds: Int?
    /// How loud; nil leaves that to the bridge.
    package let level: String?

    /// Bytes of a message at most.
    package static let limit = 4_096

    /// Why a message is no text.
    package struct Mistake: Error, Hashable {
        /// Why, in words without what was sent.
        package let words: String

        /// A mistake in these words.
        package init(words: String) {
            self.words = words
        }
    }

    /// Reads a text as it is, or an object with `text`, `for` and `level`.
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
