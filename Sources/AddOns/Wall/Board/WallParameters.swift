import Board
import Notices
import Web

/// Query parameters of each URL.
///
/// Without this check a misspelt parameter would be ignored, and the whole history sent instead of a search.
enum WallParameters {
    private static let days = ["since", "until"]
    /// Parameters by path; `token` is allowed everywhere.
    private static let known: [String: [String]] = [
        "/": ["inside", "sound", "theme"], "/board": [], "/metrics": [], "/health": [],
        "/events": ["last", "of"], "/notice": ["as", "id"],
        "/history": ["as", "before", "calls", "limit", "search"] + days,
        "/stats": days, "/stats.svg": days,
        "/board.png": ["clock", "colours", "format", "look", "rotate", "size"],
    ]
    /// Parameters that only the page's own requests have.
    private static let own: Set = ["as", "inside"]
    /// Paths whose responses and errors are not JSON.
    private static let pages: Set = ["/", "/board.png", "/metrics", "/stats.svg"]
    /// Maximum characters of a wrong parameter in the error.
    private static let shown = 40

    /// Error response for an unknown parameter; nil if all are valid or the path is unknown.
    static func refusal(of request: WebRequest) -> WebResponse? {
        guard let names = known[request.path] else { return nil }
        let wrong = request.query.keys.filter { $0 != "token" && !names.contains($0) }.min()
        guard let wrong else { return nil }
        let taken = (names + ["token"]).filter { !own.contains($0) }.sorted().joined(
            separator: ", ")
        let sentence =
            "\(request.path) has no parameter '\(wrong.cleaned().cut(to: shown))': it takes \(taken)"
        return pages.contains(request.path)
            ? WebResponse(.badRequest, sentence) : .refused(.badRequest, sentence)
    }
}
