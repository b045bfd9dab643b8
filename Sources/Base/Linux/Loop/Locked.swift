internal import CLinux

/// Some state behind a lock of the C library, which the thread sanitizer knows; it does not know the
/// toolchain's `Mutex`, and takes what that guards for races.
///
/// `@unchecked Sendable` is sound: `state` is private and touched only in `withLock`, between lock
/// and unlock of a mutex that neither moves nor goes before the last user of this object does.
@safe
package final class Locked<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state: State

    /// Puts some state behind a lock.
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

    /// Runs a closure while nobody else has the state; it must not come back here.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }
}
