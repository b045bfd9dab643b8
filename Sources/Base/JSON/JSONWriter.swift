/// Writer of JSON on one line that is safe for any terminal.
///
/// Control characters and bidirectional formatting characters are always escaped.
package struct JSONWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Removes everything and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes an object, whose members the closure writes.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "{"))
        members(&self)
        end(UInt8(ascii: "}"))
    }

    /// Writes an array, whose elements the closure writes.
    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        elements(&self)
        end(UInt8(ascii: "]"))
    }

    /// Writes the key of the value that follows.
    package mutating func key(_ key: String) {
        separate()
        appendQuoted(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    package mutating func value(_ value: String) {
        separate()
        appendQuoted(value)
    }

    /// Writes an integer.
    package mutating func value(_ value: some FixedWidthInteger) {
        separate()
        bytes += String(value).utf8
    }

    /// Writes a number; infinity and NaN become `null`.
    package mutating func value(_ value: Double) {
        separate()
        bytes += (value.isFinite ? value.description : "null").utf8
    }

    /// Writes `true` or `false`.
    package mutating func value(_ value: Bool) {
        separate()
        bytes += (value ? "true" : "false").utf8
    }

    /// Writes `null`.
    package mutating func null() {
        separate()
        bytes += "null".utf8
    }

    /// Writes a parsed value.
    package mutating func value(_ value: JSONValue) {
        switch value.content {
        case .null: null()
        case .bool(let value): self.value(value)
        case .integer(let value): self.value(value)
        case .largeInteger(let value): self.value(value)
        case .decimal(let value): self.value(value)
        case .string(let value): self.value(value)
        case .array(let elements):
            array { writer in
                for element in elements { writer.value(element) }
            }
        case .object(let members):
            object { writer in
                for member in members {
                    writer.key(member.key)
                    writer.value(member.value)
                }
            }
        }
    }

    /// Writes a value that was already serialised on one line.
    package mutating func value(written bytes: some Sequence<UInt8>) {
        separate()
        self.bytes += bytes
    }

    /// Ends the line; the next value begins a new one.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func appendQuoted(_ text: String) {
        Self.appendQuoted(text, to: &bytes)
    }

    /// Appends a string literal, for formats that quote like JSON.
    package static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        JSONEscape.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
