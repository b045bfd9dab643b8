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
        /// Inside the header, of which so many bytes have come.
        case header(matched: Int)
        /// Between attributes, or inside an attribute's number and length.
        case tuple
        /// Inside a value.
        case value(Value)
        /// Nothing more is expected.
        case complete
    }

    private struct Value {
        /// Nil for a value that is passed over.
        let attribute: AttributeID?
        /// Bytes still to come.
        var remaining: Int
        /// How many of those are kept.
        var room: Int
        /// Whether the phone sends more than is kept.
        let isCut: Bool
    }

    /// Bytes kept of an attribute for which a request can name no maximum.
    private static let fixedLimit = 1024
    /// All values of an ordinary message together.
    private static let typicalLength = 256

    /// What has come so far.
    package private(set) var attributes = Attributes()
    /// Bytes that came after the end of the answer.
    package private(set) var excess = 0

    private let header: [UInt8]
    private let wanted: UInt8
    private let textLimit: Int
    private var state = State.header(matched: 0)
    private var tuple: [UInt8] = []

    /// Expects the answer to a request; nil for a request that has none.
    package init?(answering request: Request) {
        switch request {
        case .notificationAttributes(let uid, let maximumTextLength):
            header = [Request.notificationAttributesCommand] + uid.rawValue.littleEndianBytes
            wanted = 0xFF
            textLimit = Int(maximumTextLength)
        case .appName(let appIdentifier):
            header = [Request.appAttributesCommand] + appIdentifier + [0]
            wanted = 0b1
            textLimit = 0
        case .perform:
            return nil
        }
        tuple.reserveCapacity(3)
        attributes.reserve(Self.typicalLength)
    }

    /// Takes the next fragment.
    package mutating func append(_ fragment: [UInt8]) -> Progress {
        var rest = fragment[...]
        if case .header(let matched) = state {
            switch matchHeader(fragment, after: matched) {
            case nil: return .foreign
            case let count?: rest = rest.dropFirst(count)
            }
        }
        while let first = rest.first {
            switch state {
            case .header:
                return .waiting
            case .tuple:
                tuple.append(first)
                rest = rest.dropFirst()
                if tuple.count == 3 { beginValue() }
            case .value(let value):
                let part = rest.prefix(value.remaining)
                takeValue(value, from: part)
                rest = rest.dropFirst(part.count)
            case .complete:
                excess += rest.count
                return .complete
            }
        }
        if case .complete = state { return .complete }
        return .waiting
    }

    /// Matches a fragment against the header and returns how many of its bytes belong to that.
    ///
    /// Answers begin with a fragment of their own, so what does not continue the header is from
    /// another answer, and only a fragment's start can begin ours.
    private mutating func matchHeader(_ fragment: [UInt8], after matched: Int) -> Int? {
        // A header that broke off gives way to a whole one, even where it could go on with it.
        let matched = fragment.starts(with: header) ? 0 : matched
        let count = min(header.count - matched, fragment.count)
        if fragment[..<count] == header[matched..<matched + count] {
            state = matched + count == header.count ? .tuple : .header(matched: matched + count)
            return count
        }
        state = .header(matched: 0)
        return matched == 0 ? nil : matchHeader(fragment, after: 0)
    }

    private mutating func beginValue() {
        let attribute = AttributeID(rawValue: tuple[0])
        let length = Int(tuple[1]) | Int(tuple[2]) << 8
        tuple.removeAll(keepingCapacity: true)
        // An attribute nobody asked for, or a second one of its kind, is passed over.
        let isWanted =
            attribute.rawValue < Attributes.count && wanted & 1 << attribute.rawValue != 0
            && !attributes.hasBegun(attribute)
        if isWanted { attributes.begin(attribute) }
        let room = isWanted ? limit(of: attribute) : 0
        takeValue(
            Value(
                attribute: isWanted ? attribute : nil, remaining: length,
                room: min(length, room), isCut: length > room),
            from: [])
    }

    private mutating func takeValue(_ value: Value, from part: ArraySlice<UInt8>) {
        var value = value
        attributes.append(part.prefix(value.room))
        value.room = max(0, value.room - part.count)
        value.remaining -= part.count
        if value.remaining > 0 {
            state = .value(value)
            return
        }
        if let attribute = value.attribute {
            attributes.finish(attribute, isCut: value.isCut)
        }
        state = attributes.hasAll(of: wanted) ? .complete : .tuple
    }

    private func limit(of attribute: AttributeID) -> Int {
        wanted == 0xFF && attribute.takesMaximumLength ? textLimit : Self.fixedLimit
    }
}
