/// Assembles the fragments of one answer, wherever the phone splits it.
///
/// An answer has neither a length nor an end mark: it is complete when all requested items are
/// there. Each byte is read once.
package struct AnswerAccumulator: Sendable {
    /// Result of a fragment.
    package enum Progress: Hashable, Sendable {
        /// The fragment belongs to another answer and was discarded.
        case foreign
        /// More fragments must follow.
        case waiting
        case complete
    }

    private enum State {
        case header
        /// Between attributes, or inside an attribute's number and length.
        case tuple
        case value
        case complete
    }

    /// Expected header of the answer, computed byte by byte instead of stored as an array.
    private struct Header {
        let count: Int
        /// First bytes of the header as a number, the first byte lowest.
        private let beginning: UInt64
        private let beginningLength: Int
        /// Remainder of the header, without its terminating zero byte.
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

    /// A value being received.
    private struct Value {
        /// Attribute of the value; nil for a value that is skipped.
        var attribute: AttributeID?
        /// Number of bytes still to be received.
        var remaining = 0
        /// Number of those bytes that are kept.
        var room = 0
        /// Whether the phone sends more than is kept.
        var isCut = false
    }

    /// Position in a fragment while it is read.
    private struct Progression {
        /// Next byte to read.
        var position = 0
        /// First byte not yet kept or skipped.
        var untaken = 0
        /// Position of a byte in the kept buffer, minus its position in the fragment.
        var offset: Int
    }

    /// Maximum number of kept bytes of an attribute for which a request cannot specify a maximum.
    private static let fixedLimit = 1024
    /// Length of an attribute's number and length fields.
    private static let tupleLength = 3

    /// Attributes received so far.
    package private(set) var attributes = Attributes()
    /// Number of bytes received after the end of the answer.
    package private(set) var excess = 0

    private let header: Header
    private let textLimit: Int
    private var state = State.header
    private var headerMatched = 0
    /// Bit set of requested attributes that have not begun yet; all others, also repeated ones, are
    /// skipped.
    private var missing: UInt8
    /// Number and length of an attribute as far as received, the first byte lowest.
    private var tuple: UInt32 = 0
    private var tupleCount = 0
    private var value = Value()

    /// Expects the answer to a request; nil for a request without an answer.
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

    /// Expects the answer to the request of any host; nil for a request without an answer.
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

    /// Expects all eight attributes of a notification, with texts up to this number of bytes.
    package init(about uid: NotificationUID, maximumTextLength: UInt16) {
        self.init(header: Header(uid), wanted: 0xFF, textLimit: Int(maximumTextLength))
    }

    private init(header: Header, wanted: UInt8, textLimit: Int) {
        self.header = header
        missing = wanted
        self.textLimit = textLimit
    }

    /// Whether the answer has begun and some attributes are missing, but the next one has not
    /// begun.
    package var isBetweenAttributes: Bool { state == .tuple && tupleCount == 0 }

    /// Appends the next fragment.
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
                // Of skipped values nothing is kept, however many there are.
                if value.attribute == nil { keep(fragment, upTo: start, &way) }
            }
            takeValue(fragment, &way)
        }
        // Almost always a fragment is kept whole, with its header, so its bytes are appended at
        // once.
        if way.untaken == 0, way.position == bytes.count {
            attributes.append(fragment)
        } else if way.untaken < way.position {
            attributes.append(fragment[way.untaken..<way.position])
        }
        guard state == .complete else { return .waiting }
        excess += bytes.count - way.position
        return .complete
    }

    /// Reads the part of a fragment that belongs to the current value.
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

    /// Keeps the bytes before `end` that were not yet kept, and skips those up to the read
    /// position.
    @inline(__always)
    private mutating func keep(_ fragment: [UInt8], upTo end: Int, _ way: inout Progression) {
        attributes.append(fragment[way.untaken..<end])
        way.untaken = way.position
        way.offset = attributes.byteCount - way.untaken
    }

    /// Matches a fragment against the header and returns the number of its bytes in the header; nil
    /// if the fragment is from another answer.
    ///
    /// Every answer begins with a new fragment. A fragment that does not continue the header is
    /// from another answer, and this answer can begin only at the start of a fragment.
    private mutating func matchHeader(_ fragment: Span<UInt8>) -> Int? {
        // A complete header replaces one that broke off, even if it could continue that one.
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

    /// Returns whether a fragment continues the header at an offset, as far as the two overlap.
    @inline(__always)
    private func continues(_ fragment: Span<UInt8>, at offset: Int) -> Bool {
        let count = min(header.count - offset, fragment.count)
        for index in 0..<count where fragment[index] != header[offset + index] { return false }
        return true
    }

    /// Reads an attribute's number and length; nil if they continue in the next fragment.
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

    /// Accepts an attribute that is complete in a fragment and is kept whole, as nearly all are;
    /// returns false if it must be skipped or cut.
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
        // An attribute that was not requested, or is repeated, is skipped.
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
