/// Error while opening or replaying a file.
package struct OpeningError: Error, Hashable, Sendable {
    /// Position of an error in a file.
    package enum Place: Hashable, Sendable {
        case file
        /// Record of a capture, counted from one, and its byte offset.
        case record(Int, offset: UInt64)
        /// Line of a recording, counted from one.
        case line(Int)
    }

    /// File name as given by the user.
    package let file: String
    package let place: Place
    /// Error text with the expected value.
    package let sentence: String

    package init(file: String, place: Place = .file, sentence: String) {
        self.file = file
        self.place = place
        self.sentence = sentence
    }
}

extension OpeningError: CustomStringConvertible {
    /// Error text preceded by the file and the position.
    package var description: String {
        switch place {
        case .file: "\(file): \(sentence)"
        case .record(let number, let offset):
            "\(file): record \(number) at byte \(offset): \(sentence)"
        case .line(let number): "\(file):\(number): \(sentence)"
        }
    }
}
