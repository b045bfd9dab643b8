import AddOnRuntime
import Board
import Commands
import Linux

/// A file of tokens for kiosks and programs, chosen by the administrator, one per line with its rights.
struct TokenFile: Sendable {
    private static let service = "callboard-wall"
    /// Maximum bytes of the file: about a thousand lines.
    private static let limit = 128 * 1_024

    /// Reason why the tokens cannot be read.
    enum Problem: Error, CustomStringConvertible {
        case secret(Secret.Problem)
        case line(String, Int, String)

        var description: String {
            switch self {
            case .secret(let problem): "\(problem)"
            case .line(let path, let number, let sentence): "\(path), line \(number): \(sentence)"
            }
        }
    }

    /// Path of the file; empty if there is none.
    private(set) var path = ""
    /// Rights of each token, by digest.
    private(set) var tokens: [String: WallToken] = [:]

    init() {}

    /// Reads the file.
    init(_ place: SecretPlace) throws(Problem) {
        let text: String
        do throws(Secret.Problem) {
            path = try Secret.path(of: place, service: Self.service)
            text = try Secret.contents(of: place, service: Self.service, upTo: Self.limit)
        } catch {
            throw .secret(error)
        }
        // A line may end with CR LF, which is one `Character` in Swift.
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

    /// Whether a token may contain this character: it must be valid in URLs and cookies as it is.
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
                sentence:
                    "must be a name, one of full, names and counts, optionally act, and a token")
        }
        guard let detail = BoardOptions.Detail(rawValue: String(words[1])) else {
            throw Mistake(sentence: "must have full, names or counts after the name")
        }
        let secret = String(words[words.count - 1])
        guard TokenStore.lengths.contains(secret.utf8.count) else {
            throw Mistake(
                sentence: "must have a token of \(TokenStore.lengths.lowerBound) to "
                    + "\(TokenStore.lengths.upperBound) characters, such as from openssl rand "
                    + "-hex 16"
            )
        }
        guard secret.utf8.allSatisfy(Self.isOfTokens) else {
            throw Mistake(
                sentence:
                    "must have a token of letters, digits, hyphens, dots, underscores and tildes, "
                    + "which are valid in addresses")
        }
        let digest = SHA256.hexadecimal(of: secret)
        guard tokens[digest] == nil else {
            throw Mistake(sentence: "has the same token as an earlier line")
        }
        tokens[digest] = WallToken(
            name: String(first), detail: detail, mayAct: words.count == 4,
            made: WallTime(milliseconds: 0))
    }
}
