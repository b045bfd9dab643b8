/// Puts the fragments of one answer together, wherever the phone splits it.
///
/// An answer has neither a length nor a mark at its end: it is whole when everything that was asked
/// for is there. Each byte is looked at once.
package struct AnswerAccumulator: Sendable {
    /// What a fragment led to.
    package enum Progress: Hashable, Sendable {
        /// The fragment belongs to some other answer and was discarded.
        case foreign
        /// More fragments must come.
        case waiting
        /// The answer is whole.
        case complete
    }

    private enum State {
        /// Inside the header.
        case header
        /// Between attributes, or inside an attribute's number and length.
        case tuple
        /// Inside a value.
        case value
        /// Nothing more is expected.
        case complete
    }

    /// What an answer begins with, made byte by byte instead of kept as an array of its own.
    private struct Header {
        let count: Int
        private let command: UInt8
        private let uid: UInt32
        private let appIdentifier: [UInt8]

        init(_ uid: NotificationUID) {
            command = Request.notificationAttributesCommand
            self.uid = uid.rawValue
            appIdentifier = []
            count = 5
        }

        init(appIdentifier: [UInt8]) {
            command = Request.appAttributesCommand
            uid = 0
            self.appIdentifier = appIdentifier
            count = appIdentifier.count + 2
        }

        subscript(index: Int) -> UInt8 {
            if index == 0 { return command }
            if command == Request.notificationAttributesCommand {
                return UInt8(truncatingIfNeeded: uid >> (8 * UInt32(index - 1)))
            }
            return index <= appIdentifier.count ? appIdentifier[index - 1] : 0
        }
    }

    /// A value on its way.
    private struct Value {
        /// Nil for a value that is passed over.
        var attribute: AttributeID?
        /// Bytes still to come.
        var remaining = 0
        /// How many of those are kept.
        var room = 0
        /// Whether the phone sends more than is kept.
        var isCut = false
    }

    /// Bytes kept of an attribute for which a request can name no maximum.
    private static let fixedLimit = 1024
    /// All values of an ordinary message together.
    private static let typicalLength = 480
    /// The bytes of an attribute's number and length.
    private static let tupleLength = 3

    /// What has come so far.
    package private(set) var attributes = Attributes()
    /// Bytes that came after the end of the answer.
    package private(set) var excess = 0

    private let header: Header
    private let wanted: UInt8
    private let textLimit: Int
    private var state = State.header
    private var headerMatched = 0
    /// The number and length of an attribute, as far as they have come, the first byte lowest.
    private var tuple: UInt32 = 0
    private var tupleCount = 0
    private var value = Value()

    /// Expects the answer to a request; nil for a request that has none.
    package init?(answering request: Request) {
        switch request {
        case .notificationAttributes(let uid, let maximumTextLength):
            self.init(about: uid, maximumTextLength: maximumTextLength)
        case .appName(let appIdentifier):
            self.init(
                header: Header(appIdentifier: appIdentifier), wanted: 0b1,
                textLimit: Self.fixedLimit)
        case .perform:
            return nil
        }
    }

    /// Expects all eight attributes of a notification, texts of at most so many bytes.
    package init(about uid: NotificationUID, maximumTextLength: UInt16) {
        self.init(header: Header(uid), wanted: 0xFF, textLimit: Int(maximumTextLength))
    }

    private init(header: Header, wanted: UInt8, textLimit: Int) {
        self.header = header
        self.wanted = wanted
        self.textLimit = textLimit
        attributes.reserve(Self.typicalLength)
    }

    /// Takes the next fragment.
    package mutating func append(_ fragment: [UInt8]) -> Progress {
        var position = 0
        if state == .header {
            guard let count = matchHeader(fragment) else { return .foreign }
            position = count
            if state == .header { return .waiting }
        }
        // Almost always a fragment is kept whole, so its bytes are copied in one go.
        var uncopied = position
        while position < fragment.count, state != .complete {
            if state == .value {
                let length = min(value.remaining, fragment.count - position)
                let kept = min(value.room, length)
                if kept < length {
                    attributes.append(fragment[uncopied..<position + kept])
                    uncopied = position + length
                }
                position += length
                value.remaining -= length
                value.room -= kept
                if value.remaining == 0 { finishValue() }
            } else {
                readTuple(fragment, &position)
                if tupleCount == Self.tupleLength {
                    beginValue(at: attributes.byteCount + position - uncopied)
                }
            }
        }
        if uncopied < position { attributes.append(fragment[uncopied..<position]) }
        guard state == .complete else { return .waiting }
        excess += fragment.count - position
        return .complete
    }

    /// Matches a fragment against the header and returns how many of its bytes belong to that.
    ///
    /// Answers begin with a fragment of their own, so what does not continue the header is from
    /// another answer, and only a fragment's start can begin ours.
    private mutating func matchHeader(_ fragment: [UInt8]) -> Int? {
        // A header that broke off gives way to a whole one, even where it could go on with it.
        if headerMatched > 0, fragment.count >= header.count, continues(fragment, at: 0) {
            headerMatched = 0
        }
        if !continues(fragment, at: headerMatched) {
            guard headerMatched > 0, continues(fragment, at: 0) else {
                headerMatched = 0
                return nil
            }
            headerMatched = 0
        }
        let count = min(header.count - headerMatched, fragment.count)
        headerMatched += count
        if headerMatched == header.count { state = .tuple }
        return count
    }

    /// Whether a fragment goes on with the header from some place, as far as the two overlap.
    private func continues(_ fragment: [UInt8], at offset: Int) -> Bool {
        let count = min(header.count - offset, fragment.count)
        for index in 0..<count where fragment[index] != header[offset + index] { return false }
        return true
    }

    private mutating func readTuple(_ fragment: [UInt8], _ position: inout Int) {
        repeat {
            tuple |= UInt32(fragment[position]) << (8 * UInt32(tupleCount))
            tupleCount += 1
            position += 1
        } while tupleCount < Self.tupleLength && position < fragment.count
    }

    private mutating func beginValue(at offset: Int) {
        let attribute = AttributeID(rawValue: UInt8(truncatingIfNeeded: tuple))
        let length = Int(tuple >> 8)
        tuple = 0
        tupleCount = 0
        value = Value(attribute: nil, remaining: length, room: 0, isCut: false)
        // An attribute nobody asked for, or a second one of its kind, is passed over.
        if attribute.rawValue < Attributes.count, wanted & 1 << attribute.rawValue != 0,
            !attributes.hasBegun(attribute)
        {
            let limit = attribute.takesMaximumLength ? textLimit : Self.fixedLimit
            value.attribute = attribute
            value.room = min(length, limit)
            value.isCut = length > limit
            attributes.begin(attribute, at: offset, count: value.room)
        }
        state = .value
        if length == 0 { finishValue() }
    }

    private mutating func finishValue() {
        if let attribute = value.attribute {
            attributes.finish(attribute, isCut: value.isCut)
        }
        state = attributes.hasAll(of: wanted) ? .complete : .tuple
    }
}
