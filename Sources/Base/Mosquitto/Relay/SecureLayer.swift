internal import CMosquitto

/// The TLS connection of libmosquitto, inspected without consuming data.
///
/// libmosquitto is linked with OpenSSL, so the functions are looked up by name in this process.
@safe
struct SecureLayer {
    /// State of the next bytes.
    enum Look {
        /// The handshake is not finished.
        case handshake
        /// No data yet.
        case nothing
        case bytes([UInt8])
        /// The connection failed with these OpenSSL messages.
        case failed([String])
    }

    private typealias Number = @convention(c) (OpaquePointer?) -> Int32
    private typealias Text = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    private typealias Peek =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Int32
    private typealias Judge = @convention(c) (OpaquePointer?, Int32) -> Int32
    private typealias NextError = @convention(c) () -> UInt
    private typealias Describe = @convention(c) (UInt, UnsafeMutablePointer<CChar>?, Int) -> Void

    private let connection: OpaquePointer
    private let peek: Peek
    private let pending: Number
    private let isFinished: Number
    private let state: Text
    private let judge: Judge
    private let nextError: NextError
    private let describe: Describe

    /// Maximum size of a record in bytes.
    private static let recordLimit = 1 << 14
    /// SSL_ERROR_WANT_READ.
    private static let wantsRead: Int32 = 2
    /// Maximum length of an error text in bytes.
    private static let errorLimit = 256

    /// The TLS connection of a client; nil if it is not encrypted, or if OpenSSL is missing.
    init?(of client: OpaquePointer) {
        guard let connection = unsafe mosquitto_ssl_get(client),
            let peek = unsafe dlsym(nil, "SSL_peek"),
            let pending = unsafe dlsym(nil, "SSL_pending"),
            let isFinished = unsafe dlsym(nil, "SSL_is_init_finished"),
            let state = unsafe dlsym(nil, "SSL_rstate_string"),
            let judge = unsafe dlsym(nil, "SSL_get_error"),
            let nextError = unsafe dlsym(nil, "ERR_get_error"),
            let describe = unsafe dlsym(nil, "ERR_error_string_n")
        else { return nil }
        unsafe self.connection = OpaquePointer(connection)
        unsafe self.peek = unsafeBitCast(peek, to: Peek.self)
        unsafe self.pending = unsafeBitCast(pending, to: Number.self)
        unsafe self.isFinished = unsafeBitCast(isFinished, to: Number.self)
        unsafe self.state = unsafeBitCast(state, to: Text.self)
        unsafe self.judge = unsafeBitCast(judge, to: Judge.self)
        unsafe self.nextError = unsafeBitCast(nextError, to: NextError.self)
        unsafe self.describe = unsafeBitCast(describe, to: Describe.self)
    }

    /// Returns the data that libmosquitto would read now: at most one record.
    func look() -> Look {
        guard unsafe isFinished(connection) == 1 else { return .handshake }
        var bytes = [UInt8](repeating: 0, count: Self.recordLimit)
        let count = unsafe peek(connection, &bytes, Int32(bytes.count))
        if count > 0 { return .bytes(Array(bytes.prefix(Int(count)))) }
        if unsafe judge(connection, count) == Self.wantsRead { return .nothing }
        return .failed(errors())
    }

    /// Whether libmosquitto has not read the whole last record.
    var isPending: Bool { unsafe pending(connection) > 0 }

    /// Whether OpenSSL has the header of a record, and waits for the rest.
    var isInBody: Bool { unsafe state(connection).map { unsafe String(cString: $0) } == "RB" }

    private func errors() -> [String] {
        var texts: [String] = []
        while true {
            let error = nextError()
            if error == 0 { return texts }
            var text = [CChar](repeating: 0, count: Self.errorLimit)
            unsafe describe(error, &text, text.count)
            let bytes = text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
    }
}
