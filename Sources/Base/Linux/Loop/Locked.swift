internal import CLinux

/// State protected by a pthread mutex.
///
/// The thread sanitizer does not know the toolchain's `Mutex` and reports races for state that it
/// guards.
///
/// `@unchecked Sendable` is sound: `state` is private and accessed only in `withLock`, between lock
/// and unlock. The mutex does not move and lives as long as this object.
@safe
package final class Locked<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state: State

    package init(_ state: sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs a closure with exclusive access to the state; not reentrant.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }
}
