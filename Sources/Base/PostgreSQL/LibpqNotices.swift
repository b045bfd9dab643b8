internal import CPostgreSQL
internal import Linux

/// A notice or an error of the server.
package struct ServerNotice: Hashable, Sendable {
    /// The SQLSTATE code.
    package let state: SQLState
    /// Message of the server; empty if it may quote values.
    package let words: String
    /// Whether the server closes the connection after this message.
    let isFarewell: Bool
}

/// Queue of notices from libpq.
///
/// The callback runs while libpq changes its state, possibly on the connecting thread; so it only
/// adds a note here.
final class LibpqNotices: Sendable {
    /// Maximum number of waiting notes; later ones are dropped, since none is essential.
    private static let limit = 100

    private let notes = Locked<[ServerNotice]>([])

    func add(_ note: ServerNotice) {
        notes.withLock { notes in
            if notes.count < Self.limit { notes.append(note) }
        }
    }

    /// Removes and returns all notes.
    func take() -> [ServerNotice] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }

    /// Sets the notice receiver; otherwise libpq writes notices to standard error.
    ///
    /// - Parameter connection: a connection that this object must outlive.
    func attach(to connection: OpaquePointer) {
        unsafe PQsetNoticeReceiver(
            connection,
            { notes, result in
                guard let notes = unsafe notes, let result = unsafe result else { return }
                let all = unsafe Unmanaged<LibpqNotices>.fromOpaque(notes).takeUnretainedValue()
                unsafe all.add(ServerNotice(result))
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension ServerNotice {
    /// - Parameter result: an error or a notice; the caller keeps ownership.
    init(_ result: OpaquePointer) {
        func field(_ code: UnicodeScalar) -> String {
            let text = unsafe PQresultErrorField(result, Int32(code.value))
            return unsafe text.map { unsafe String(cString: $0) } ?? ""
        }
        let state = SQLState(rawValue: field("C"))
        let severity = field("V").isEmpty ? field("S") : field("V")
        self.init(
            state: state, words: state.mayQuote ? "" : ServerWords.cleaned(field("M")),
            isFarewell: severity == "FATAL" || severity == "PANIC")
    }
}
