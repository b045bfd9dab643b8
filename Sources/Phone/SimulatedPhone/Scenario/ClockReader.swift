internal import JSON

/// Parser of a phone's clock.
enum ClockReader {
    static let names = ["zone", "summer", "ahead", "has_zone"]

    private static let zones = -720...840
    private static let summers = [0, 30, 60, 120]
    /// Permitted difference to the host's clock in seconds.
    private static let differences = -1e9...1e9

    static func clock(_ field: JSONField) throws(JSONError) -> SimulatedClock? {
        let fields = try JSONFields(of: field, allowed: names)
        var clock = SimulatedClock()
        if let field = fields["zone"] {
            clock.zone = try field.integer(in: zones)
            guard clock.zone % SimulatedClock.quarter == 0 else {
                throw field.error("must be a multiple of \(SimulatedClock.quarter) minutes")
            }
        }
        if let field = fields["summer"] {
            clock.summer = try field.integer(in: 0...120)
            guard summers.contains(clock.summer) else {
                throw field.error("must be 0, 30, 60 or 120 minutes")
            }
        }
        if let field = fields["ahead"] {
            let seconds = try field.number(in: differences)
            clock.ahead = .milliseconds(Int64((seconds * 1000).rounded()))
        }
        clock.hasZone = try fields["has_zone"]?.bool() ?? true
        return clock
    }
}
