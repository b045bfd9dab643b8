internal import Linux

/// Parser of libpq's error text for a failed login.
///
/// The text is the verbose one, which contains the SQLSTATE: the message itself is in the server's
/// language.
enum LoginWords {
    static func failure(
        _ text: String, at place: DatabaseEndpoint.Place, _ plan: DatabaseEndpoint
    ) -> ServerFailure {
        if let (state, words) = reason(in: text) {
            return failure(state, words, text, at: place, plan)
        }
        if text.contains("session is read-only") { return .notWritable(place) }
        if text.contains("no password supplied") {
            return refusal(.passwordWanted, at: place, plan)
        }
        if let words = DatabaseEncryptionMessages.of(text, place, plan) {
            return .encryption(place, words)
        }
        if let error = error(in: text) { return .unreachable(place, error) }
        if text.contains("closed the connection unexpectedly") { return .lost(place) }
        let first = text.split(separator: "\n").first ?? ""
        let words = first.firstRange(of: "failed: ").map { first[$0.upperBound...] } ?? first
        return .misunderstood(place, ServerWords.cleaned(String(words)))
    }

    private static func refusal(
        _ refusal: ServerFailure.Refusal, at place: DatabaseEndpoint.Place, _ plan: DatabaseEndpoint
    ) -> ServerFailure {
        .refused(place, refusal, user: plan.user, database: plan.database)
    }

    private static func failure(
        _ state: SQLState, _ words: String, _ text: String, at place: DatabaseEndpoint.Place,
        _ plan: DatabaseEndpoint
    ) -> ServerFailure {
        switch state {
        case .wrongPassword: return refusal(.password, at: place, plan)
        case .unknownDatabase: return refusal(.database, at: place, plan)
        case .notAuthorized:
            // In any language the message contains the file name, and the location contains the
            // function that found no user.
            if words.contains("pg_hba.conf") { return refusal(.rule, at: place, plan) }
            if text.contains("InitializeSessionUserId") { return refusal(.user, at: place, plan) }
            return refusal(.other(state, words), at: place, plan)
        default:
            if passingClasses.contains(state.classCode) { return .unavailable(place, state) }
            return refusal(.other(state, words), at: place, plan)
        }
    }

    /// SQLSTATE classes of resources, operator intervention, system and internal errors.
    ///
    /// They do not concern this client, and another server may work.
    private static let passingClasses: Set<Substring> = ["53", "57", "58", "XX"]

    /// Returns SQLSTATE and message of the server: `FATAL:  28P01: password authentication failed`.
    static func reason(in text: String) -> (SQLState, String)? {
        for line in text.split(separator: "\n") {
            for start in line.indices where line[start...].hasPrefix(":  ") {
                let rest = line[line.index(start, offsetBy: 3)...]
                let code = rest.prefix(5)
                guard code.utf8.count == 5, rest.dropFirst(5).hasPrefix(": "),
                    code.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
                else { continue }
                return (
                    SQLState(rawValue: String(code)),
                    ServerWords.cleaned(String(rest.dropFirst(7)))
                )
            }
        }
        return nil
    }

    /// Returns the error of a system call that has this text in the C library.
    private static func error(in text: String) -> Errno? {
        let known: [Errno] = [
            .connectionRefused, .noEntry, .accessDenied, .connectionReset, .timedOut,
            .noRouteToHost, .networkUnreachable, .networkDown, .hostDown, .addressNotAvailable,
            .noSuchSocketFamily, .nameTooLong, .wouldBlock, .connectionAborted, .brokenPipe,
            .notAFolder,
        ]
        return known.first { text.contains(": \($0)") }
    }
}

/// Messages of a server on one short line.
enum ServerWords {
    /// Maximum number of characters shown of a server's message.
    private static let limit = 300

    static func cleaned(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            let isPlain = !scalar.properties.generalCategory.isControl
            line.unicodeScalars.append(isPlain ? scalar : " ")
        }
        return line.split(separator: " ").joined(separator: " ")
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool {
        switch self {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }
}
