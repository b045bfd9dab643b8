internal import CLinux

/// The error number of a system call.
package struct Errno: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The error of the system call that has just failed on this thread.
    package static var current: Errno {
        Errno(rawValue: unsafe __errno_location().pointee)
    }

    package static let wouldBlock = Errno(rawValue: EAGAIN)
    package static let badFileDescriptor = Errno(rawValue: EBADF)
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    package static let brokenPipe = Errno(rawValue: EPIPE)
    package static let notPermitted = Errno(rawValue: EPERM)
    package static let exists = Errno(rawValue: EEXIST)
    package static let noEntry = Errno(rawValue: ENOENT)
    package static let tooLarge = Errno(rawValue: EFBIG)
    package static let accessDenied = Errno(rawValue: EACCES)
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    package static let connectionAborted = Errno(rawValue: ECONNABORTED)
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    package static let notAFolder = Errno(rawValue: ENOTDIR)
    /// `EOPNOTSUPP`: not a file that can be replaced.
    package static let notAFile = Errno(rawValue: EOPNOTSUPP)
    static let notASocket = Errno(rawValue: ENOTSOCK)
    package static let readOnly = Errno(rawValue: EROFS)
    static let outOfRange = Errno(rawValue: ERANGE)
    /// `ENXIO`: a pipe without a reader, or a removed device.
    package static let noSuchDevice = Errno(rawValue: ENXIO)
    package static let noDevice = Errno(rawValue: ENODEV)
    /// `EAFNOSUPPORT`: a kernel without this socket family.
    package static let noSuchSocketFamily = Errno(rawValue: EAFNOSUPPORT)
    /// `EMFILE`: this process has too many open files.
    package static let tooManyFiles = Errno(rawValue: EMFILE)
    /// `EMLINK`: the maximum number of something is reached.
    package static let tooManyLinks = Errno(rawValue: EMLINK)
    package static let invalidArgument = Errno(rawValue: EINVAL)
    package static let notConnected = Errno(rawValue: ENOTCONN)
    package static let noRouteToHost = Errno(rawValue: EHOSTUNREACH)
    package static let hostDown = Errno(rawValue: EHOSTDOWN)
    package static let networkUnreachable = Errno(rawValue: ENETUNREACH)
    package static let networkDown = Errno(rawValue: ENETDOWN)
    package static let addressNotAvailable = Errno(rawValue: EADDRNOTAVAIL)
    static let busy = Errno(rawValue: EBUSY)
    static let inputOutput = Errno(rawValue: EIO)
    static let interrupted = Errno(rawValue: EINTR)
}

extension Errno: CustomStringConvertible {
    /// Error text of the C library, in English.
    package var description: String {
        // The GNU strerror_r is hidden behind _GNU_SOURCE; the POSIX one fills the buffer.
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(rawValue, &text, text.count) == 0 else {
            return "error \(rawValue)"
        }
        return String(ofC: text)
    }
}

/// Runs a system call, retries it after `EINTR`, and throws any other error.
package func retryingInterrupts(_ call: () -> Int) throws(Errno) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        let error = Errno.current
        if error != .interrupted { throw error }
    }
}
