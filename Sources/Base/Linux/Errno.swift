internal import CLinux

/// A system call's error number.
package struct Errno: Error, RawRepresentable, Hashable, Sendable {
    /// The number that the C library gives the error.
    package let rawValue: Int32

    /// An error of this number; any number is one.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The error of the system call that has just failed on this thread.
    package static var current: Errno {
        Errno(rawValue: unsafe __errno_location().pointee)
    }

    /// The corresponding C error is `EAGAIN`.
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    /// The corresponding C error is `EBADF`.
    package static let badFileDescriptor = Errno(rawValue: EBADF)
    /// The corresponding C error is `ECONNRESET`.
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    /// The corresponding C error is `EPIPE`.
    package static let brokenPipe = Errno(rawValue: EPIPE)
    /// The corresponding C error is `EPERM`.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// The corresponding C error is `EEXIST`.
    package static let exists = Errno(rawValue: EEXIST)
    /// The corresponding C error is `ENOENT`.
    package static let noEntry = Errno(rawValue: ENOENT)
    /// The corresponding C error is `EFBIG`.
    package static let tooLarge = Errno(rawValue: EFBIG)
    /// The corresponding C error is `EACCES`.
    package static let accessDenied = Errno(rawValue: EACCES)
    /// The corresponding C error is `EADDRINUSE`.
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    /// The corresponding C error is `ECONNREFUSED`.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// The corresponding C error is `ECONNABORTED`.
    package static let connectionAborted = Errno(rawValue: ECONNABORTED)
    /// The corresponding C error is `ENAMETOOLONG`.
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    /// The corresponding C error is `ENOTDIR`.
    package static let notAFolder = Errno(rawValue: ENOTDIR)
    /// The corresponding C error is `EOPNOTSUPP`: no file that could be replaced.
    package static let notAFile = Errno(rawValue: EOPNOTSUPP)
    /// The corresponding C error is `ENOTSOCK`.
    static let notASocket = Errno(rawValue: ENOTSOCK)
    /// The corresponding C error is `EROFS`.
    package static let readOnly = Errno(rawValue: EROFS)
    /// The corresponding C error is `ERANGE`.
    static let outOfRange = Errno(rawValue: ERANGE)
    /// The corresponding C error is `ENXIO`: a pipe without a reader, or a device that is gone.
    package static let noSuchDevice = Errno(rawValue: ENXIO)
    /// The corresponding C error is `ENODEV`.
    package static let noDevice = Errno(rawValue: ENODEV)
    /// The corresponding C error is `EAFNOSUPPORT`: a kernel without this kind of socket.
    package static let noSuchSocketFamily = Errno(rawValue: EAFNOSUPPORT)
    /// The corresponding C error is `EMFILE`: this process has too many files open.
    package static let tooManyFiles = Errno(rawValue: EMFILE)
    /// The corresponding C error is `EMLINK`: there are as many of something as there may be.
    package static let tooManyLinks = Errno(rawValue: EMLINK)
    /// The corresponding C error is `EINVAL`.
    package static let invalidArgument = Errno(rawValue: EINVAL)
    /// The corresponding C error is `ENOTCONN`.
    package static let notConnected = Errno(rawValue: ENOTCONN)
    /// The corresponding C error is `EHOSTUNREACH`.
    package static let noRouteToHost = Errno(rawValue: EHOSTUNREACH)
    /// The corresponding C error is `EHOSTDOWN`.
    package static let hostDown = Errno(rawValue: EHOSTDOWN)
    /// The corresponding C error is `ENETUNREACH`.
    package static let networkUnreachable = Errno(rawValue: ENETUNREACH)
    /// The corresponding C error is `ENETDOWN`.
    package static let networkDown = Errno(rawValue: ENETDOWN)
    /// The corresponding C error is `EADDRNOTAVAIL`.
    package static let addressNotAvailable = Errno(rawValue: EADDRNOTAVAIL)
    /// The corresponding C error is `EBUSY`.
    static let busy = Errno(rawValue: EBUSY)
    /// The corresponding C error is `EIO`.
    static let inputOutput = Errno(rawValue: EIO)
    /// The corresponding C error is `EINTR`.
    static let interrupted = Errno(rawValue: EINTR)
}

extension Errno: CustomStringConvertible {
    /// What the C library calls the error, in English.
    package var description: String {
        // The GNU strerror_r is hidden behind _GNU_SOURCE; the POSIX one fills the buffer.
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(rawValue, &text, text.count) == 0 else {
            return "error \(rawValue)"
        }
        return String(ofC: text)
    }
}

/// Runs a system call, again whenever a signal interrupted it, and throws the error of a failed one.
package func retryingInterrupts(_ call: () -> Int) throws(Errno) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = Errno.current
        if error != .interrupted { throw error }
    }
}
