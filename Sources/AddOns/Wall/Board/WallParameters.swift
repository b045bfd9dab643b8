import Board
import Notices
import Web

/// What each address of the wall takes behind its question mark.
///
/// A word that is spelt wrong would otherwise be taken for none, and the whole history be sent for a search.
enum WallParameters {
    private static let days = ["since", "until"]
    /// By its path; the token may stand in any of them.
    private static let known: [String: [String]] = [
        "/": ["inside", "sound", "theme"], "/board": [], "/metrics": [], "/health": [],
        "/events": ["last", "of"], "/notice": ["as", "id"],
        "/history": ["as", "before", "calls", "limit", "search"] + days,
        "/stats": days, "/stats.svg": days,
        "/board.png": ["clock", "colours", "format", "look", "rotate", "size"],
    ]
    /// Parameters that only the page's own requests have.
    private static let own: Set = ["as", "inside"]
    /// Addresses whose answers are no JSON, nor are their refusals.
    private static let pages: Set = ["/", "/board.png", "/metrics", "/stats.svg"]
    /// Characters of a wrong word that are said again.
    private static let shown = 40

    /// Why a request is none that can be answered; nil where nothing is wrong, or its address is unknown.
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
