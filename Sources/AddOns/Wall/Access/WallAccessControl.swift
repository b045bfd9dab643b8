import Board
import Commands
import Linux
import Web

/// Rights of an authenticated client.
struct WallAccess: Hashable, Sendable {
    /// Digest of the token; nil for clients without one.
    let digest: String?
    let detail: BoardOptions.Detail
    let mayAct: Bool
    /// Token that the browser should store as a cookie: it came in the URL, or in a cookie to be renewed.
    var secretToKeep: String?
    /// Whether the request with a token in its URL came from another site.
    var comesFromElsewhere = false

    /// Whether these rights include all rights of another token.
    func isAsGood(as other: WallAccess) -> Bool {
        (mayAct || !other.mayAct) && detail.rank >= other.detail.rank
    }
}

extension BoardOptions.Detail {
    fileprivate var rank: Int {
        switch self {
        case .counts: 0
        case .names: 1
        case .full: 2
        }
    }
}

/// Authentication and authorization of requests.
struct WallAccessControl: Sendable {
    static let cookie = "callboard"
    /// Header field that pages of other sites cannot send without CORS permission.
    static let ownField = "x-callboard"
    private static let bearer = "Bearer "
    /// Name of the cookie behind TLS: with this prefix browsers accept it only from this host and only over TLS.
    private static let lockedCookie = "__Host-callboard"
    /// Limit of cookies with this name that are tried: other ports and names of the host may set further ones.
    private static let cookieLimit = 4
    /// Maximum lifetime of a cookie.
    private static let cookieSeconds = 400 * 86_400

    private let names: HostNames
    private let isOpen: Bool
    private let store: TokenStore
    private let file: TokenFile

    init(_ settings: WallSettings, _ store: TokenStore, _ file: TokenFile) {
        names = HostNames(settings)
        isOpen = settings.isOpen
        self.store = store
        self.file = file
    }

    // MARK: Origin

    /// Response to a request of a wrong host or origin; nil if it is allowed.
    func refusal(of request: WebRequest) -> WebResponse? {
        guard names.allows(request.host) else {
            return WebResponse(
                .misdirected,
                "this host name is not allowed: add it to `hosts` in section [wall], or use "
                    + "the address of the host")
        }
        let site = request[field: "sec-fetch-site"]
        if request.method == .post { return refusalOfAct(request, site) }
        // Users may follow a link from any site, but pages of other sites get nothing.
        if site == "cross-site" || site == "same-site",
            request[field: "sec-fetch-mode"] != "navigate"
        {
            return Self.foreign
        }
        return nil
    }

    private func refusalOfAct(_ request: WebRequest, _ site: String?) -> WebResponse? {
        guard request[field: Self.ownField] != nil else {
            return WebResponse(.forbidden, "an act must have the header field X-Callboard")
        }
        if let site { return site == "same-origin" ? nil : Self.foreign }
        if let origin = request[field: "origin"] {
            return isOwn(origin, request.host) ? nil : Self.foreign
        }
        // Even an older browser sends `Origin` with a POST. Without it, only a program with a token in
        // `Authorization` may act.
        guard request[field: "authorization"] != nil else { return Self.foreign }
        return nil
    }

    private func isOwn(_ origin: String, _ host: String?) -> Bool {
        guard let host else { return false }
        return ["http://" + host, "https://" + host].contains(origin)
    }

    private static let foreign = WebResponse(
        .forbidden, "only the wall's own page may send this request")

    // MARK: Rights

    /// Rights of a request; nil if it has none.
    func access(of request: WebRequest, at now: WallTime) -> WallAccess? {
        let programs = request[field: "authorization"].flatMap(Self.bearerSecret)
        if let access = access(by: programs, at: now) { return access }
        let kept = cookies(of: request).compactMap { access(byKept: $0, at: now) }
            // Another service of this host may have set a token with fewer rights.
            .reduce(nil as WallAccess?) { best, next in
                guard let best, !(next.isAsGood(as: best) && !best.isAsGood(as: next)) else {
                    return next
                }
                return best
            }
        guard var named = access(byKept: request.query["token"], at: now) else {
            return kept ?? (isOpen ? Self.stranger : nil)
        }
        let site = request[field: "sec-fetch-site"]
        // A URL that the user typed or opened from a bookmark counts. If a page leads to the URL, the
        // cookie counts, unless the token in the URL has all of its rights.
        if let kept, site != nil, site != "none", !named.isAsGood(as: kept) { return kept }
        named.comesFromElsewhere = ["cross-site", "same-site"].contains(site)
        return named
    }

    private func access(by secret: String?, at now: WallTime) -> WallAccess? {
        guard let secret, let digest = TokenStore.digest(of: secret),
            let token = file.tokens[digest] ?? stored(digest, at: now)
        else { return nil }
        return WallAccess(digest: digest, detail: token.detail, mayAct: token.mayAct)
    }

    private func access(byKept secret: String?, at now: WallTime) -> WallAccess? {
        var access = access(by: secret, at: now)
        access?.secretToKeep = secret
        return access
    }

    /// Cookie values that may be the token, first those that no other service of this host can have set.
    private func cookies(of request: WebRequest) -> [String] {
        let names = Self.isEncrypted(request) ? [Self.lockedCookie, Self.cookie] : [Self.cookie]
        return Array(names.flatMap { request.cookies($0) }.prefix(Self.cookieLimit))
    }

    /// Whether the request has a token in a cookie, valid or not.
    func hasCookie(_ request: WebRequest) -> Bool { !cookies(of: request).isEmpty }

    private func stored(_ digest: String, at now: WallTime) -> WallToken? {
        guard let token = store.token(digest, at: now) else { return nil }
        store.note(digest, token, at: now)
        return token
    }

    /// Current rights of the token with this digest; nil if it is no longer valid.
    ///
    /// - Parameter digest: nil for the rights of clients without a token.
    func rights(of digest: String?, at now: WallTime) -> WallAccess? {
        guard let digest else { return isOpen ? Self.stranger : nil }
        return (file.tokens[digest] ?? store.token(digest, at: now)).map {
            WallAccess(digest: digest, detail: $0.detail, mayAct: $0.mayAct)
        }
    }

    private static let stranger = WallAccess(digest: nil, detail: .counts, mayAct: false)

    private static func bearerSecret(_ value: String) -> String? {
        value.lowercased().hasPrefix(bearer.lowercased())
            ? String(value.dropFirst(bearer.count)) : nil
    }

    /// Header fields that make a browser store a token.
    static func cookies(_ secret: String, for request: WebRequest) -> [WebResponse.Field] {
        // A proxy with TLS sends this field; the cookie must then only be sent over TLS.
        guard isEncrypted(request) else { return [field(cookie, secret, cookieSeconds, "")] }
        let locked = field(lockedCookie, secret, cookieSeconds, "; Secure")
        // A cookie of an earlier version is deleted.
        let old = request.cookies(cookie).isEmpty ? [] : [field(cookie, "", 0, "; Secure")]
        return [locked] + old
    }

    /// Header fields that make a browser delete its token.
    static func noCookies(for request: WebRequest) -> [WebResponse.Field] {
        guard isEncrypted(request) else { return [field(cookie, "", 0, "")] }
        return [lockedCookie, cookie].map { field($0, "", 0, "; Secure") }
    }

    private static func isEncrypted(_ request: WebRequest) -> Bool {
        request[field: "x-forwarded-proto"]?.lowercased() == "https"
    }

    private static func field(
        _ name: String, _ value: String, _ seconds: Int, _ more: String
    ) -> WebResponse.Field {
        WebResponse.Field(
            "Set-Cookie",
            "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict" + more)
    }
}
