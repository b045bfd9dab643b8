/// Why a file cannot be replayed, or no further.
package struct OpeningError: Error, Hashable, Sendable {
    /// Where in the file something is wrong.
    package enum Place: Hashable, Sendable {
        /// The file as a whole.
        case file
        /// A record of a capture, counted from one, and the byte where it begins.
        case record(Int, offset: UInt64)
        /// A line of a recording, counted from one.
        case line(Int)
    }

    /// The file, as the person named it.
    package let file: String
    /// Where in it.
    package let place: Place
    /// What is wrong, and what would be right.
    package let sentence: String

    /// A mistake; it is of the whole file unless a place is named.
    package init(file: String, place: Place = .file, sentence: String) {
        self.file = file
        self.place = place
        self.sentence = sentence
    }
}

extension OpeningError: CustomStringConvertible {
    /// The mistake, behind the file and the place.
    package var description: String {
        switch place {
        case .file: "\(file): \(sentence)"
        case .record(let number, let offset):
            "\(file): record \(number) at byte \(offset): \(sentence)"
        case .line(let number): "\(file):\(number): \(sentence)"
        }
    }
}
