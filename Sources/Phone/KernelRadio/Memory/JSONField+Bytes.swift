import JSON

extension JSONField {
    /// Parses exactly this number of bytes, two digits for each.
    func hexadecimal(_ count: Int) throws(JSONError) -> [UInt8] {
        guard let bytes = try? hexadecimal(), bytes.count == count else {
            throw error("must be \(2 * count) hexadecimal digits")
        }
        return bytes
    }
}
