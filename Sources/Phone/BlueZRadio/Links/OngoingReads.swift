import Radio

/// Values that arrive while their characteristics are being read.
///
/// bluetoothd sends the value that was read to all users of the bus before it answers, in the same
/// way as a change of the phone.
struct OngoingReads {
    private var values: [CharacteristicID: EarlyValues] = [:]

    mutating func begin(_ characteristic: CharacteristicID) {
        values[characteristic] = EarlyValues()
    }

    /// Stores a value until the end of the read; returns false if there is none.
    mutating func keep(_ value: [UInt8], of characteristic: CharacteristicID) -> Bool {
        values[characteristic]?.keep(value) != nil
    }

    /// Ends a read, and returns the changes that arrived meanwhile.
    ///
    /// - Parameter answer: the value that was read; nil after a failure.
    mutating func end(_ characteristic: CharacteristicID, with answer: [UInt8]?) -> [[UInt8]] {
        guard var kept = values.removeValue(forKey: characteristic) else { return [] }
        var changes = kept.take()
        if let answer, changes.last == answer { changes.removeLast() }
        return changes
    }
}
