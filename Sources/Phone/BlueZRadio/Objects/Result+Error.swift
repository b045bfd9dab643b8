import DBus

extension Result where Failure == BusError {
    /// Error of a failure.
    var error: BusError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
