import Expecting
import Linux
import Testing

@testable import PostgreSQL

/// What is made of the library's text about a connection that does not come about.
struct LoginWordsTests {
    private static let place = DatabaseEndpoint.Place.host("db", port: 5432)
    private static let beginning = "connection to server at \"db\" (192.0.2.1), port 5432 failed: "

    private static func plan(isEncrypted: Bool) -> DatabaseEndpoint {
        DatabaseEndpoint(
            places: [place], database: "centre", user: "hall", password: "secret",
            encryption: isEncrypted ? DatabaseEndpoint.Encryption() : nil)
    }

    private static func refused(_ refusal: ServerFailure.Refusal) -> ServerFailure {
        .refused(place, refusal, user: "hall", database: "centre")
    }

    @Test(
        arguments: [
            (
                "FATAL:  28P01: Passwort-Authentifizierung für Benutzer »hall« fehlgeschlagen\n"
                    + "LOCATION:  auth_failed, auth.c:326\n",
                refused(.password), "a server that speaks German"
            ),
            (
                "FATAL:  28000: kein pg_hba.conf-Eintrag für Host »192.0.2.2«\n",
                refused(.rule), "and names the file all the same"
            ),
            (
                "FATAL:  28000: Rolle »hall« existiert nicht\nLOCATION:  InitializeSessionUserId, x.c:1\n",
                refused(.user), "and the function"
            ),
            (
                "FATAL:  28000: PAM sagt nein\n", refused(.other(.notAuthorized, "PAM sagt nein")),
                "another reason"
            ),
            ("FATAL:  3D000: base inconnue\n", refused(.database), "no such database"),
            ("FATAL:  57P03: starting up\n", .unavailable(place, .notServing), "not yet"),
            ("FATAL:  53300: too many\n", .unavailable(place, .tooManyConnections), "too many"),
            (
                "FATAL:  XX000: could not write init file\n",
                .unavailable(place, SQLState(rawValue: "XX000")), "its disk is full"
            ),
            (
                "FATAL:  58030: could not read file\n",
                .unavailable(place, SQLState(rawValue: "58030")), "its disk is broken"
            ),
            ("session is read-only\n", .notWritable(place), "only to be read"),
            ("fe_sendauth: no password supplied\n", refused(.passwordWanted), "no password"),
            (
                "Connection refused\n\tIs the server running?\n",
                .unreachable(place, .connectionRefused), ""
            ),
            ("No route to host\n", .unreachable(place, .noRouteToHost), "no way there"),
            ("Connection timed out\n", .unreachable(place, .timedOut), "the kernel's patience"),
            (
                "server closed the connection unexpectedly\n\tThis probably means\n", .lost(place),
                "no word at all"
            ),
            (
                "expected authentication request from server, but received H\n",
                .misunderstood(
                    place,
                    "expected authentication request from server, but received H"),
                "no server of this kind"
            ),
            (
                "received invalid response to SSL negotiation: H\n",
                .encryption(place, "the program listening there is not a PostgreSQL server"),
                "one that does not encrypt in this way"
            ),
            (
                "SSL error: tlsv1 alert unknown ca\n",
                .encryption(
                    place, "the server does not trust the issuer of this client's certificate"),
                "a certificate of a stranger"
            ),
        ] as [(String, ServerFailure, String)])
    func `a text is understood by what has no language`(
        _ text: String, _ failure: ServerFailure, _ why: String
    ) {
        let isEncrypted = if case .encryption = failure { true } else { false }
        let found = LoginWords.failure(
            Self.beginning + text, at: Self.place, Self.plan(isEncrypted: isEncrypted))
        expect(found, is: failure, "\(why)")
    }

    @Test(arguments: [
        ("a\u{1B}[31mb\r\nc", "a [31mb c", "what would colour a terminal"),
        ("a\u{202E}b", "a b", "what would turn it round"),
        (String(repeating: "x", count: 1000), String(repeating: "x", count: 300), "very much"),
    ])
    func `words of a server are one short line`(_ text: String, _ line: String, _ why: String) {
        expect(ServerWords.cleaned(text), is: line, "\(why)")
    }

    @Test func `of each place the attempt that came furthest is told`() {
        let other = DatabaseEndpoint.Place.folder("/run/postgresql")
        let refused = ServerFailure.unreachable(Self.place, .connectionRefused)
        let silent = ServerFailure.silent(Self.place)
        let missing = ServerFailure.unreachable(other, .noEntry)
        for (attempts, failure) in [
            ([(Self.place, refused), (Self.place, refused)], refused),
            ([(Self.place, silent), (Self.place, refused)], silent),
            (
                [(Self.place, refused), (Self.place, silent), (other, missing)],
                .noneServes([silent, missing])
            ),
        ] {
            expect(ServerFailure.of(attempts), is: failure)
        }
    }

    @Test func `a failure has the words that we have, the server's, and the code`() {
        for (code, own, words) in [
            ("53100", "could not extend file", "its disk is full: could not extend file (53100)"),
            ("22P02", "", "a value is not valid (22P02)"),
            ("ZZ123", "odd", "the server refused it: odd (ZZ123)"),
        ] {
            let failure = ServerFailure.statement(SQLState(rawValue: code), own)
            expect("\(failure)", is: words)
            expect(failure.endsConnection, is: false)
        }
    }
}
