/// The attributes of one answer, which all lie in a single buffer.
package struct Attributes: Hashable, Sendable {
    /// The number of attributes that can be told apart.
    static let count = 8

    private var bytes: [UInt8] = []
    private var starts = SIMD8<Int32>(repeating: 0)
    private var ends = SIMD8<Int32>(repeating: 0)
    private var begun: UInt8 = 0
    private var complete: UInt8 = 0
    private var cut: UInt8 = 0

    package init() {}

    /// The exact bytes of an attribute, or nil where the phone has not sent it whole.
    package subscript(attribute: AttributeID) -> [UInt8]? {
        slice(of: attribute).map { Array($0) }
    }

    /// An attribute as a string, with what is not valid UTF-8 replaced.
    package func string(of attribute: AttributeID) -> String? {
        guard attribute.rawValue < Self.count, complete & attribute.bit != 0 else { return nil }
        let index = Int(attribute.rawValue)
        let range = Int(starts[index])..<Int(ends[index])
        return range.isEmpty ? "" : String(decoding: bytes[range], as: UTF8.self)
    }

    /// The same bytes where they lie, for those who do not keep them.
    package func slice(of attribute: AttributeID) -> ArraySlice<UInt8>? {
        guard attribute.rawValue < Self.count, complete & attribute.bit != 0 else { return nil }
        let index = Int(attribute.rawValue)
        return bytes[Int(starts[index])..<Int(ends[index])]
    }

    /// Whether the phone sent more of an attribute than may be kept.
    package func isCut(_ attribute: AttributeID) -> Bool {
        attribute.rawValue < Self.count && cut & attribute.bit != 0
    }

    /// Whether every attribute of a set is there.
    func hasAll(of wanted: UInt8) -> Bool {
        complete & wanted == wanted
    }

    /// Whether an attribute has begun, so that a second one of the same kind is not taken.
    func hasBegun(_ attribute: AttributeID) -> Bool {
        begun & attribute.bit != 0
    }

    /// How many bytes have been kept, the numbers and lengths between the values included.
    var byteCount: Int { bytes.count }

    mutating func reserve(_ capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Notes where an attribute's value will lie.
    mutating func begin(_ attribute: AttributeID, at offset: Int, count: Int) {
        let index = Int(attribute.rawValue)
        starts[index] = Int32(offset)
        ends[index] = Int32(offset + count)
        begun |= attribute.bit
    }

    mutating func append(_ part: ArraySlice<UInt8>) {
        bytes.append(contentsOf: part)
    }

    /// Notes that all of an attribute's value has come.
    mutating func finish(_ attribute: AttributeID, isCut: Bool) {
        complete |= attribute.bit
        if isCut { cut |= attribute.bit }
    }
}

extension AttributeID {
    /// The attribute's place in a set of eight.
    fileprivate var bit: UInt8 {
        1 << rawValue
    }
}
