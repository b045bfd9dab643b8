/// Attributes of one answer, stored in a single buffer.
package struct Attributes: Hashable, Sendable {
    /// Number of known attributes.
    static let count = 8

    /// Position of a value in the buffer.
    private struct Place: Sendable {
        var start: UInt32 = 0
        var end: UInt32 = 0

        var isEmpty: Bool { start == end }
        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// Typical length of all values of a message, with the fields between them.
    private static let typicalLength = 512

    private var bytes: [UInt8] = []
    private var places = [8 of Place](repeating: Place())
    private var complete: UInt8 = 0
    private var cut: UInt8 = 0

    package init() {}

    /// Exact bytes of an attribute; nil unless the phone has sent it completely.
    package subscript(attribute: AttributeID) -> [UInt8]? {
        slice(of: attribute).map { Array($0) }
    }

    /// Returns an attribute as a string, with invalid UTF-8 replaced; nil unless the phone has sent
    /// it completely.
    package func string(of attribute: AttributeID) -> String? {
        guard let place = place(of: attribute) else { return nil }
        return place.isEmpty ? "" : String(decoding: bytes[place.range], as: UTF8.self)
    }

    /// Returns the bytes of an attribute without a copy; nil unless the phone has sent it
    /// completely.
    package func slice(of attribute: AttributeID) -> ArraySlice<UInt8>? {
        place(of: attribute).map { bytes[$0.range] }
    }

    /// Date by the phone's own clock; nil if the phone has sent no valid date.
    package var date: PhoneDate? {
        guard let place = place(of: .date) else { return nil }
        return PhoneDate(parsing: bytes.span.extracting(place.range))
    }

    private func place(of attribute: AttributeID) -> Place? {
        guard attribute.rawValue < Self.count, complete & attribute.bit != 0 else { return nil }
        return places.span[Int(attribute.rawValue)]
    }

    /// Returns whether the phone sent more of an attribute than was kept.
    package func isCut(_ attribute: AttributeID) -> Bool {
        attribute.rawValue < Self.count && cut & attribute.bit != 0
    }

    /// Whether no attribute is complete.
    var isEmpty: Bool { complete == 0 }

    /// Number of kept bytes, including the numbers and lengths between the values.
    var byteCount: Int { bytes.count }

    /// Returns these attributes, with missing ones from an earlier answer.
    func completed(by earlier: Attributes) -> Attributes {
        if earlier.isEmpty { return self }
        var all = Attributes()
        for attribute in AttributeID.all {
            let source = complete & attribute.bit != 0 ? self : earlier
            guard let value = source.slice(of: attribute) else { continue }
            all.begin(attribute, at: all.byteCount, count: value.count)
            all.append(value)
            all.finish(attribute, isCut: source.isCut(attribute))
        }
        return all
    }

    /// Records the position of an attribute's value.
    @inline(__always)
    mutating func begin(_ attribute: AttributeID, at offset: Int, count: Int) {
        places[Int(attribute.rawValue)] = Place(
            start: UInt32(offset), end: UInt32(offset + count))
    }

    /// Appends a whole fragment, the first one without copying it.
    @inline(__always)
    mutating func append(_ fragment: [UInt8]) {
        if bytes.isEmpty {
            bytes = fragment
        } else {
            makeRoom()
            bytes += fragment
        }
    }

    @inline(__always)
    mutating func append(_ part: ArraySlice<UInt8>) {
        makeRoom()
        bytes += part
    }

    private mutating func makeRoom() {
        if bytes.capacity < Self.typicalLength { bytes.reserveCapacity(Self.typicalLength) }
    }

    /// Marks an attribute's value as complete.
    @inline(__always)
    mutating func finish(_ attribute: AttributeID, isCut: Bool) {
        complete |= attribute.bit
        if isCut { cut |= attribute.bit }
    }
}

extension Attributes {
    /// Compares the values, regardless of their positions.
    package static func == (one: Attributes, other: Attributes) -> Bool {
        one.cut == other.cut
            && AttributeID.all.allSatisfy { one.slice(of: $0) == other.slice(of: $0) }
    }

    /// Hashes the values, consistent with equality.
    package func hash(into hasher: inout Hasher) {
        for attribute in AttributeID.all { hasher.combine(slice(of: attribute)) }
    }
}

extension AttributeID {
    /// Bit of the attribute in a set of eight.
    @inline(__always)
    var bit: UInt8 {
        1 << rawValue
    }
}
