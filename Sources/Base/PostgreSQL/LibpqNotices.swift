internal import CPostgreSQL
internal import Linux

/// What a server says beside its answers.
package struct ServerNotice: Hashable, Sendable {
    /// The five characters by which it is known.
    package let state: SQLState
    /// The server's words; empty where they may quote what it was given.
    package let words: String
    /// Whether the server ends the connection with it.
    let isFarewell: Bool
}

/// What the library hears beside answers, until somebody takes it.
///
/// Its callback comes while it is on its way through its own state, perhaps on the thread that connects; so it only leaves a note here.
final class LibpqNotices: Sendable {
    /// Notes that wait; later ones are left out, since none of them is needed for anything.
    private static let limit = 100

    private let notes = Locked<[ServerNotice]>([])

    func add(_ note: ServerNotice) {
        notes.withLock { notes in
            if notes.count < Self.limit { notes.append(note) }
        }
    }

    /// Takes all there are.
    func take() -> [ServerNotice] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }

    /// Takes what the server says from now on; without this the library would write it to standard error.
    ///
    /// - Parameter connection: whose notes these are; they have to live as long.
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
    /// - Parameter result: an error or a notice, which stays its owner's.
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
