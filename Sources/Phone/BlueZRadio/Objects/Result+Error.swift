import DBus

extension Result where Failure == BusError {
    /// Error of a failure; nil on success.
    var error: BusError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
