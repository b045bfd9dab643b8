internal import CPCRE2

/// An error in a regular expression.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A clause without a full stop.
    package let sentence: String

    package var description: String { sentence }

    init(sentence: String) {
        self.sentence = sentence
    }

    /// - Parameters:
    ///   - number: error number of PCRE2.
    ///   - offset: byte offset of the error.
    init(number: CInt, offset: Int, source: [UInt8]) {
        let before = String(decoding: source.prefix(max(0, offset)), as: UTF8.self)
        sentence = Self.words(for: number) + ", at character \(before.unicodeScalars.count + 1)"
    }

    /// Returns PCRE2's text of an error.
    private static func words(for number: CInt) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
        }
        guard count > 0 else { return "it is not a valid expression" }
        return String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
    }
}
