import Board
import Linux
import Web

/// The page and its parts, as they are embedded in the program.
struct WallPages: Sendable {
    /// Inline script that reloads the page if its main script cannot be loaded, since nothing else would.
    static let reload =
        "addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')"
        + "setTimeout(function(){location.reload()},5000)},true)"
    /// SHA-256 of that script for the Content-Security-Policy.
    static let reloadDigest = "21YCkMRcOZjzXTs3CXnDOgtQFDUKqeV0A13YhE9e3nQ="
    private static let policy =
        "default-src 'none'; script-src 'self' 'sha256-\(reloadDigest)'; style-src 'self'; "
        + "connect-src 'self'; img-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    private static let ownScript = "<script src=\"/wall.js\"></script>"
    private static let themes: Set = ["light", "dark"]

    private struct Part: Sendable {
        let type: String
        let bytes: [UInt8]
        let tag: String

        init(_ type: String, _ bytes: [UInt8]) {
            self.type = type
            self.bytes = bytes
            tag =
                "\"\(SHA256.digest(of: bytes).prefix(12).map { String($0, radix: 16) }.joined())\""
        }
    }

    /// The page's script; its files share one scope, which is private.
    private nonisolated static let script =
        Array("(function () {\n'use strict';\n".utf8) + PackageResources.wall_js
        + PackageResources.controls_js + Array("})();\n".utf8)
    /// Icon that is served without access control.
    nonisolated static let icon = PackageResources.icon_svg

    private let parts: [String: Part]
    private let wall = PageTemplate(PackageResources.wall_html)
    /// Frame of all small pages.
    private let frame = PageTemplate(PackageResources.frame_html)
    private let link = PageTemplate(PackageResources.link_html)
    private let refused = PageTemplate(PackageResources.refused_html)
    private let inside = PageTemplate(PackageResources.inside_html)

    init() {
        let robots = Array("User-agent: *\nDisallow: /\n".utf8)
        parts = [
            "/wall.css": Part("text/css; charset=utf-8", PackageResources.wall_css),
            "/wall.js": Part("text/javascript; charset=utf-8", Self.script),
            "/icon.svg": Part("image/svg+xml", Self.icon),
            "/robots.txt": Part("text/plain; charset=utf-8", robots),
        ]
    }

    /// A part that is served without access control; nil for any other path.
    func file(at request: WebRequest) -> WebResponse? {
        guard let part = parts[request.path] else { return nil }
        let fields = [
            WebResponse.Field("ETag", part.tag), WebResponse.Field("Cache-Control", "no-cache"),
        ]
        if request[field: "if-none-match"]?.contains(part.tag) == true {
            return WebResponse(.notModified, fields: fields)
        }
        return WebResponse(type: part.type, part.bytes, fields: fields)
    }

    /// The main page with the current board.
    func wall(
        _ picture: WallPicture, _ frame: WallFrame, _ rights: WallRights, theme: String?
    ) -> WebResponse {
        let usual = picture.isNight ? "night" : "auto"
        let board = BoardMarkup(picture, frame, at: WallTime.now, EventLoop.now)
        return page(
            wall.filled([
                "theme": theme.flatMap { Self.themes.contains($0) ? $0 : nil } ?? usual,
                "board": board.text(for: rights), "reload": Self.reload,
            ]))
    }

    /// The page of a one-time link.
    func link(in controller: WallController) -> WebResponse {
        page(
            frame.filled([
                "more": Self.ownScript, "body": link.filled([:]),
            ]))
    }

    /// A page that opens the same URL again from this site.
    ///
    /// The browser then sends its strict cookie, which it withholds on a request that another site caused.
    func stepInside(_ request: WebRequest, with secret: String) -> WebResponse {
        var address = "/?token=\(secret)"
        if let theme = request.query["theme"], Self.themes.contains(theme) {
            address += "&theme=\(theme)"
        }
        if request.query["sound"] == "yes" { address += "&sound=yes" }
        address = Markup.escaped(address + "&inside=yes")
        // A second attempt waits for a click, so that there is no endless loop.
        let isSecond = request.query["inside"] != nil
        let refresh = "<meta http-equiv=\"refresh\" content=\"0; url=\(address)\">"
        return page(
            frame.filled([
                "more": isSecond ? "" : refresh, "body": inside.filled(["address": address]),
            ]))
    }

    /// The response to a client without access.
    ///
    /// - Parameter hadToken: whether the client sent a token; its page then checks repeatedly if it is valid again.
    func refused(isPage: Bool, hadToken: Bool) -> WebResponse {
        guard isPage else {
            return WebResponse(
                .unauthorized, "this requires a token: sudo callboard wall link makes one"
            ).with("WWW-Authenticate", "Bearer").with("Cache-Control", "no-store")
        }
        let title =
            hadToken ? "This browser needs a new link" : "This browser has no access to the wall"
        let reason = hadToken ? "It may no longer look at the board. " : ""
        let body = refused.filled(["title": title, "reason": reason])
        var page = page(frame.filled(["more": hadToken ? Self.ownScript : "", "body": body]))
        page.status = .unauthorized
        return page
    }

    private func page(_ text: String) -> WebResponse {
        WebResponse(
            type: "text/html; charset=utf-8", Array(text.utf8),
            fields: [
                WebResponse.Field("Content-Security-Policy", Self.policy),
                WebResponse.Field("Cache-Control", "no-store"),
                WebResponse.Field("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
                WebResponse.Field("X-Frame-Options", "DENY"),
            ])
    }
}

/// An HTML page with placeholders `{{NAME}}`.
struct PageTemplate: Sendable {
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case text(String)
        case place(String)
    }

    init(_ bytes: [UInt8]) {
        var pieces: [Piece] = []
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let start = rest.firstRange(of: "{{"),
            let end = rest[start.upperBound...].firstRange(of: "}}")
        {
            pieces.append(.text(String(rest[..<start.lowerBound])))
            pieces.append(.place(String(rest[start.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        self.pieces = pieces + [.text(String(rest))]
    }

    /// The page with these values, which must be HTML.
    func filled(_ values: [String: String]) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let piece): text += piece
            case .place(let name): text += values[name] ?? ""
            }
        }
        return text
    }
}

extension Substring {
    /// Range of the first occurrence of a text.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
