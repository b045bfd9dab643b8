/// The attributes of one answer: all values behind one another in a single buffer.
package struct Attributes: Hashable, Sendable {
    /// The number of attributes that can be told apart.
    static let count = 8

    private var bytes: [UInt8] = []
    private var starts = SIMD8<Int32>(repeating: -1)
    private var ends = SIMD8<Int32>(repeating: -1)
    private var present: UInt8 = 0
    private var complete: UInt8 = 0
    private var cut: UInt8 = 0

    package init() {}

    /// The exact bytes of an attribute, or nil where the phone has not sent it whole.
    package subscript(attribute: AttributeID) -> [UInt8]? {
        guard attribute.rawValue < Self.count, complete & attribute.bit != 0 else { return nil }
        let index = Int(attribute.rawValue)
        return Array(bytes[Int(starts[index])..<Int(ends[index])])
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
        present & attribute.bit != 0
    }

    mutating func reserve(_ capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func begin(_ attribute: AttributeID) {
        starts[Int(attribute.rawValue)] = Int32(bytes.count)
        present |= attribute.bit
    }

    mutating func append(_ part: ArraySlice<UInt8>) {
        bytes.append(contentsOf: part)
    }

    mutating func finish(_ attribute: AttributeID, isCut: Bool) {
        ends[Int(attribute.rawValue)] = Int32(bytes.count)
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
