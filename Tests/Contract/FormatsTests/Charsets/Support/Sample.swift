import Expecting
import Formats
import Testing

/// A text, and what comes out for a reason.
struct Sample: CustomTestStringConvertible, Sendable {
    let input: String
    let output: String
    let why: String

    init(_ input: String, _ output: String, _ why: String) {
        (self.input, self.output, self.why) = (input, output, why)
    }

    var testDescription: String { why }

    /// Holds what the device shows against what it should show.
    func check(_ charset: Charset, width: Int? = nil) {
        let bytes = charset.encode(input, width: width)
        expect(FarSide.shown(bytes, charset), is: output)
    }
}
