import DBus

extension Result where Failure == BusError {
    /// Why it failed, where it did.
    var error: BusError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
