import Board
import Commands
import Linux
import Web

/// What somebody may who has come in.
struct WallAccess: Hashable, Sendable {
    /// The digest of the token; nil where everybody may come in.
    let digest: String?
    let detail: BoardOptions.Detail
    let mayAct: Bool
    /// The token where the browser is to have it as a cookie: it stood in the address, or in a cookie, which is to last.
    var secretToKeep: String?
    /// Whether a page of others led to the address in which the token stood.
    var comesFromElsewhere = false

    /// Whether it may all that another one may.
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

/// Decides who comes in, and for what.
struct WallAccessControl: Sendable {
    /// What browsers call the token.
    static let cookie = "callboard"
    /// The field that pages of others cannot send without asking.
    static let ownField = "x-callboard"
    private static let bearer = "Bearer "
    /// The same behind TLS: browsers take one of this name from no other machine, and over no other way.
    private static let lockedCookie = "__Host-callboard"
    /// Cookies of the name that are tried: other ports and names of the machine may set further ones.
    private static let cookieLimit = 4
    /// How long browsers keep a cookie at most.
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

    // MARK: From where

    /// Why a request is not heard at all; nil where it is.
    func refusal(of request: WebRequest) -> WebResponse? {
        guard names.allows(request.host) else {
            return WebResponse(
                .misdirected,
                "this machine is not known by that name: add it to `hosts` in section [wall], or use "
                    + "its address")
        }
        let site = request[field: "sec-fetch-site"]
        if request.method == .post { return refusalOfAct(request, site) }
        // A person may follow a link from anywhere; a page of others gets nothing.
        if site == "cross-site" || site == "same-site",
            request[field: "sec-fetch-mode"] != "navigate"
        {
            return Self.foreign
        }
        return nil
    }

    private func refusalOfAct(_ request: WebRequest, _ site: String?) -> WebResponse? {
        guard request[field: Self.ownField] != nil else {
            return WebResponse(.forbidden, "an act has the field X-Callboard")
        }
        if let site { return site == "same-origin" ? nil : Self.foreign }
        if let origin = request[field: "origin"] {
            return isOwn(origin, request.host) ? nil : Self.foreign
        }
        // Browsers of some years ago say at least that; programs have no cookie.
        guard request[field: "authorization"] != nil else { return Self.foreign }
        return nil
    }

    private func isOwn(_ origin: String, _ host: String?) -> Bool {
        guard let host else { return false }
        return ["http://" + host, "https://" + host].contains(origin)
    }

    private static let foreign = WebResponse(
        .forbidden, "this can be asked by the wall's own page alone")

    // MARK: Who

    /// What whoever asks may; nil where that is nothing.
    func access(of request: WebRequest, at now: WallTime) -> WallAccess? {
        let programs = request[field: "authorization"].flatMap(Self.bearerSecret)
        if let access = access(by: programs, at: now) { return access }
        let kept = cookies(of: request).compactMap { access(byKept: $0, at: now) }
            // Another service of this host may have set one that may do less.
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
        // A person who opens an address means it. Where a page leads to one, what the browser has is not lost for less.
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

    /// The values that may be the browser's token, those first that nobody else can have set.
    private func cookies(of request: WebRequest) -> [String] {
        let names = Self.isEncrypted(request) ? [Self.lockedCookie, Self.cookie] : [Self.cookie]
        return Array(names.flatMap { request.cookies($0) }.prefix(Self.cookieLimit))
    }

    /// Whether a browser sends a token, valid or not.
    func hasCookie(_ request: WebRequest) -> Bool { !cookies(of: request).isEmpty }

    private func stored(_ digest: String, at now: WallTime) -> WallToken? {
        guard let token = store.token(digest, at: now) else { return nil }
        store.note(digest, token, at: now)
        return token
    }

    /// What those may who came by a token, or by none; nil where that is nothing any more.
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

    /// The fields by which a browser keeps a token.
    static func cookies(_ secret: String, for request: WebRequest) -> [WebResponse.Field] {
        // A proxy that came by TLS says so; a cookie must not go any other way then.
        guard isEncrypted(request) else { return [field(cookie, secret, cookieSeconds, "")] }
        let locked = field(lockedCookie, secret, cookieSeconds, "; Secure")
        // One of an earlier version is of no more use.
        let old = request.cookies(cookie).isEmpty ? [] : [field(cookie, "", 0, "; Secure")]
        return [locked] + old
    }

    /// The fields by which a browser forgets it.
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
