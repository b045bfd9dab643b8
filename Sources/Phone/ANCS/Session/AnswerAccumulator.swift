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
        /// The first bytes, the first one lowest.
        private let beginning: UInt64
        private let beginningLength: Int
        /// What follows those, and a zero byte at its end.
        private let appIdentifier: [UInt8]

        init(_ uid: NotificationUID) {
            beginning = UInt64(Request.notificationAttributesCommand) | UInt64(uid.rawValue) << 8
            beginningLength = 5
            appIdentifier = []
            count = 5
        }

        init(appIdentifier: [UInt8]) {
            beginning = UInt64(Request.appAttributesCommand)
            beginningLength = 1
            self.appIdentifier = appIdentifier
            count = appIdentifier.count + 2
        }

        subscript(index: Int) -> UInt8 {
            if index < beginningLength {
                return UInt8(truncatingIfNeeded: beginning &>> UInt64(8 * index))
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

    /// How far a fragment was read and kept.
    private struct Progression {
        /// The next byte that is read.
        var position = 0
        /// The first byte that was neither kept nor passed over yet.
        var untaken = 0
        /// Where that byte will be among all that is kept, less its place in the fragment.
        var offset: Int
    }

    /// Bytes kept of an attribute for which a request can name no maximum.
    private static let fixedLimit = 1024
    /// The bytes of an attribute's number and length.
    private static let tupleLength = 3

    /// What has come so far.
    package private(set) var attributes = Attributes()
    /// Bytes that came after the end of the answer.
    package private(set) var excess = 0

    private let header: Header
    private let textLimit: Int
    private var state = State.header
    private var headerMatched = 0
    /// The attributes that have not begun yet, so that a second one of a kind is not taken.
    private var missing: UInt8
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

    /// Expects the answer to what any host asked; nil for a request that has none.
    package init?(answering request: ObservedRequest) {
        switch request {
        case .notificationAttributes(let uid, let wanted):
            let known = wanted.filter { $0.attribute.rawValue < Attributes.count }
            guard !known.isEmpty else { return nil }
            self.init(
                header: Header(uid), wanted: known.reduce(0) { $0 | $1.attribute.bit },
                textLimit: Int(known.compactMap(\.maximumLength).max() ?? 0))
        case .appAttributes(let appIdentifier, let wanted):
            guard wanted.contains(.displayName) else { return nil }
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
        missing = wanted
        self.textLimit = textLimit
    }

    /// Whether the answer has begun, nothing of a further attribute has, and yet some are missing.
    package var isBetweenAttributes: Bool { state == .tuple && tupleCount == 0 }

    /// Takes the next fragment.
    package mutating func append(_ fragment: [UInt8]) -> Progress {
        let bytes = fragment.span
        var way = Progression(offset: attributes.byteCount)
        if state == .header {
            guard let count = matchHeader(bytes) else { return .foreign }
            way.position = count
            if state == .header { return .waiting }
        }
        while way.position < bytes.count, state != .complete {
            if state == .tuple {
                let start = way.position
                guard let (attribute, length) = readTuple(bytes, &way.position) else { break }
                let place = way.offset + way.position
                if length <= bytes.count - way.position,
                    takeWhole(attribute, length: length, at: place)
                {
                    way.position += length
                    continue
                }
                beginValue(of: attribute, length: length, at: place)
                // However many of those come that are passed over, nothing of them is kept.
                if value.attribute == nil { keep(fragment, upTo: start, &way) }
            }
            takeValue(fragment, &way)
        }
        // Almost always a fragment is kept whole, header and all, so its bytes are taken in one go.
        if way.untaken == 0, way.position == bytes.count {
            attributes.append(fragment)
        } else if way.untaken < way.position {
            attributes.append(fragment[way.untaken..<way.position])
        }
        guard state == .complete else { return .waiting }
        excess += bytes.count - way.position
        return .complete
    }

    /// Takes what a fragment has of the value that is on its way.
    @inline(__always)
    private mutating func takeValue(_ fragment: [UInt8], _ way: inout Progression) {
        let length = min(value.remaining, fragment.count - way.position)
        let kept = min(value.room, length)
        let end = way.position + kept
        way.position += length
        if kept < length { keep(fragment, upTo: end, &way) }
        value.remaining -= length
        value.room -= kept
        if value.remaining == 0 { finishValue() }
    }

    /// Keeps what was not taken up to some place, and nothing from there to where it is read on.
    @inline(__always)
    private mutating func keep(_ fragment: [UInt8], upTo end: Int, _ way: inout Progression) {
        attributes.append(fragment[way.untaken..<end])
        way.untaken = way.position
        way.offset = attributes.byteCount - way.untaken
    }

    /// Matches a fragment against the header and returns how many of its bytes belong to that.
    ///
    /// Answers begin with a fragment of their own, so what does not continue the header is from
    /// another answer, and only a fragment's start can begin ours.
    private mutating func matchHeader(_ fragment: Span<UInt8>) -> Int? {
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
    @inline(__always)
    private func continues(_ fragment: Span<UInt8>, at offset: Int) -> Bool {
        let count = min(header.count - offset, fragment.count)
        for index in 0..<count where fragment[index] != header[offset + index] { return false }
        return true
    }

    /// Reads an attribute's number and length; nil where those go on in the next fragment.
    @inline(__always)
    private mutating func readTuple(
        _ fragment: Span<UInt8>, _ position: inout Int
    ) -> (AttributeID, length: Int)? {
        if tupleCount == 0, fragment.count - position >= Self.tupleLength {
            defer { position += Self.tupleLength }
            return (
                AttributeID(rawValue: fragment[position]),
                Int(fragment[position + 1]) | Int(fragment[position + 2]) << 8
            )
        }
        repeat {
            tuple |= UInt32(fragment[position]) << (8 * UInt32(tupleCount))
            tupleCount += 1
            position += 1
        } while tupleCount < Self.tupleLength && position < fragment.count
        guard tupleCount == Self.tupleLength else { return nil }
        defer { (tuple, tupleCount) = (0, 0) }
        return (AttributeID(rawValue: UInt8(truncatingIfNeeded: tuple)), Int(tuple >> 8))
    }

    /// Takes an attribute that lies whole in a fragment and of which all is kept, as nearly all do.
    @inline(__always)
    private mutating func takeWhole(
        _ attribute: AttributeID, length: Int, at offset: Int
    ) -> Bool {
        guard isMissing(attribute), length <= limit(of: attribute) else { return false }
        missing &= ~attribute.bit
        attributes.begin(attribute, at: offset, count: length)
        attributes.finish(attribute, isCut: false)
        if missing == 0 { state = .complete }
        return true
    }

    private mutating func beginValue(of attribute: AttributeID, length: Int, at offset: Int) {
        state = .value
        value = Value(attribute: nil, remaining: length, room: 0, isCut: false)
        // An attribute nobody asked for, or a second one of its kind, is passed over.
        guard isMissing(attribute) else { return }
        missing &= ~attribute.bit
        value.attribute = attribute
        value.room = min(length, limit(of: attribute))
        value.isCut = length > value.room
        attributes.begin(attribute, at: offset, count: value.room)
    }

    private mutating func finishValue() {
        if let attribute = value.attribute {
            attributes.finish(attribute, isCut: value.isCut)
        }
        state = missing == 0 ? .complete : .tuple
    }

    private func isMissing(_ attribute: AttributeID) -> Bool {
        attribute.rawValue < Attributes.count && missing & attribute.bit != 0
    }

    private func limit(of attribute: AttributeID) -> Int {
        attribute.takesMaximumLength ? textLimit : Self.fixedLimit
    }
}
