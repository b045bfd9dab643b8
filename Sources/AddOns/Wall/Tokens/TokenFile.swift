import AddOnRuntime
import Board
import Commands
import Linux

/// Tokens that an administrator chose, for a kiosk or a program, in a file: one in a line, with what it may.
struct TokenFile: Sendable {
    private static let service = "callboard-wall"
    /// Bytes of the file at most: a thousand lines.
    private static let limit = 128 * 1_024

    /// Why there are none.
    enum Problem: Error, CustomStringConvertible {
        /// The file cannot be had.
        case secret(Secret.Problem)
        /// A line is wrong.
        case line(String, Int, String)

        var description: String {
            switch self {
            case .secret(let problem): "\(problem)"
            case .line(let path, let number, let sentence): "\(path), line \(number): \(sentence)"
            }
        }
    }

    /// The file in which they are; empty where there is none.
    private(set) var path = ""
    /// What each may, by its digest.
    private(set) var tokens: [String: WallToken] = [:]

    /// None.
    init() {}

    /// Reads them.
    init(_ place: SecretPlace) throws(Problem) {
        let text: String
        do throws(Secret.Problem) {
            path = try Secret.path(of: place, service: Self.service)
            text = try Secret.contents(of: place, service: Self.service, upTo: Self.limit)
        } catch {
            throw .secret(error)
        }
        // A line may end as on another system, which to Swift is a character of its own.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() {
            do throws(Mistake) {
                try take(line)
            } catch {
                throw .line(path, number + 1, error.sentence)
            }
        }
    }

    private struct Mistake: Error {
        let sentence: String
    }

    /// Whether a token may have this: it passes through addresses and cookies unchanged.
    private static func isOfTokens(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }

    private mutating func take(_ line: Substring) throws(Mistake) {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let first = words.first, !first.hasPrefix("#") else { return }
        guard words.count == 3 || words.count == 4 && words[2] == "act" else {
            throw Mistake(
                sentence: "wants a name, one of full, names and counts, perhaps act, and a token")
        }
        guard let detail = BoardOptions.Detail(rawValue: String(words[1])) else {
            throw Mistake(sentence: "wants full, names or counts behind the name")
        }
        let secret = String(words[words.count - 1])
        guard TokenStore.lengths.contains(secret.utf8.count) else {
            throw Mistake(
                sentence: "wants a token of \(TokenStore.lengths.lowerBound) to "
                    + "\(TokenStore.lengths.upperBound) characters, such as openssl rand -hex 16 makes"
            )
        }
        guard secret.utf8.allSatisfy(Self.isOfTokens) else {
            throw Mistake(
                sentence:
                    "wants a token of letters, digits, hyphens, dots and underscores, which stands "
                    + "in an address as it is")
        }
        let digest = SHA256.hexadecimal(of: secret)
        guard tokens[digest] == nil else {
            throw Mistake(sentence: "has a token that a line before it has")
        }
        tokens[digest] = WallToken(
            name: String(first), detail: detail, mayAct: words.count == 4,
            made: WallTime(milliseconds: 0))
    }
}
