import Board
import CompanionSections
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
}

/// Decides who comes in, and for what.
struct WallDoor: Sendable {
    /// What browsers call the token.
    static let cookie = "callboard"
    /// The field that pages of others cannot send without asking.
    static let ownField = "x-callboard"
    private static let bearer = "Bearer "
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
                "this machine is not known by that name: name it in hosts = of [wall], or call it "
                    + "by its address")
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
        let secrets = [
            (request[field: "authorization"].flatMap(Self.bearerSecret), isForBrowser: false),
            (request.query["token"], isForBrowser: true),
            (request.cookie(Self.cookie), isForBrowser: true),
        ]
        for (secret, isForBrowser) in secrets {
            guard let secret, let digest = TokenStore.digest(of: secret),
                let token = file.tokens[digest] ?? stored(digest, at: now)
            else { continue }
            return WallAccess(
                digest: digest, detail: token.detail, mayAct: token.mayAct,
                secretToKeep: isForBrowser ? secret : nil)
        }
        return isOpen ? Self.stranger : nil
    }

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

    /// The field by which a browser keeps a token.
    static func cookie(_ secret: String, for request: WebRequest) -> WebResponse.Field {
        // A proxy that came by TLS says so; a cookie must not go any other way then.
        let isEncrypted = request[field: "x-forwarded-proto"]?.lowercased() == "https"
        return WebResponse.Field(
            "Set-Cookie",
            "\(cookie)=\(secret); Path=/; Max-Age=\(cookieSeconds); HttpOnly; SameSite=Strict"
                + (isEncrypted ? "; Secure" : ""))
    }

    /// The field by which a browser forgets it.
    static let noCookie = WebResponse.Field(
        "Set-Cookie", "\(cookie)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
}
