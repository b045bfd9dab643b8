/// The attributes of one answer, which all lie in a single buffer.
package struct Attributes: Hashable, Sendable {
    /// The number of attributes that can be told apart.
    static let count = 8

    /// Where a value lies.
    private struct Place: Sendable {
        var start: UInt32 = 0
        var end: UInt32 = 0

        var isEmpty: Bool { start == end }
        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// All values of an ordinary message together, with what stands between them.
    private static let typicalLength = 512

    private var bytes: [UInt8] = []
    private var places = [8 of Place](repeating: Place())
    private var complete: UInt8 = 0
    private var cut: UInt8 = 0

    /// None of them has come.
    package init() {}

    /// The exact bytes of an attribute, or nil where the phone has not sent it whole.
    package subscript(attribute: AttributeID) -> [UInt8]? {
        slice(of: attribute).map { Array($0) }
    }

    /// An attribute as a string, with what is not valid UTF-8 replaced.
    package func string(of attribute: AttributeID) -> String? {
        guard let place = place(of: attribute) else { return nil }
        return place.isEmpty ? "" : String(decoding: bytes[place.range], as: UTF8.self)
    }

    /// The same bytes where they lie, for those who do not keep them.
    package func slice(of attribute: AttributeID) -> ArraySlice<UInt8>? {
        place(of: attribute).map { bytes[$0.range] }
    }

    /// When, by the phone's own clock, or nil where it has named no time there is.
    package var date: PhoneDate? {
        guard let place = place(of: .date) else { return nil }
        return PhoneDate(parsing: bytes.span.extracting(place.range))
    }

    private func place(of attribute: AttributeID) -> Place? {
        guard attribute.rawValue < Self.count, complete & attribute.bit != 0 else { return nil }
        return places.span[Int(attribute.rawValue)]
    }

    /// Whether the phone sent more of an attribute than may be kept.
    package func isCut(_ attribute: AttributeID) -> Bool {
        attribute.rawValue < Self.count && cut & attribute.bit != 0
    }

    /// Whether no attribute has come whole.
    var isEmpty: Bool { complete == 0 }

    /// How many bytes have been kept, the numbers and lengths between the values included.
    var byteCount: Int { bytes.count }

    /// These attributes and those of an earlier answer that they do not have.
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

    /// Notes where an attribute's value will lie.
    @inline(__always)
    mutating func begin(_ attribute: AttributeID, at offset: Int, count: Int) {
        places[Int(attribute.rawValue)] = Place(
            start: UInt32(offset), end: UInt32(offset + count))
    }

    /// Keeps a whole fragment, the first one without copying it.
    @inline(__always)
    mutating func append(_ fragment: [UInt8]) {
        if bytes.isEmpty {
            bytes = fragment
        } else {
            makeRoom()
            bytes += fragment
        }
    }

    /// Keeps a part of a fragment.
    @inline(__always)
    mutating func append(_ part: ArraySlice<UInt8>) {
        makeRoom()
        bytes += part
    }

    private mutating func makeRoom() {
        if bytes.capacity < Self.typicalLength { bytes.reserveCapacity(Self.typicalLength) }
    }

    /// Notes that all of an attribute's value has come.
    @inline(__always)
    mutating func finish(_ attribute: AttributeID, isCut: Bool) {
        complete |= attribute.bit
        if isCut { cut |= attribute.bit }
    }
}

extension Attributes {
    /// Whether both have the same values, however these came.
    package static func == (one: Attributes, other: Attributes) -> Bool {
        one.cut == other.cut
            && AttributeID.all.allSatisfy { one.slice(of: $0) == other.slice(of: $0) }
    }

    /// Takes all values, as what is equal has them.
    package func hash(into hasher: inout Hasher) {
        for attribute in AttributeID.all { hasher.combine(slice(of: attribute)) }
    }
}

extension AttributeID {
    /// The attribute's place in a set of eight.
    @inline(__always)
    var bit: UInt8 {
        1 << rawValue
    }
}
