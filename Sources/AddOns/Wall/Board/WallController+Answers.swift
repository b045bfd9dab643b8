import AddOnRuntime
import Board
import Commands
import Control
import Formats
import JSON
import Linux
import Notices
import Web

extension WallController {
    /// Answers any request.
    func answer(_ request: WebRequest, _ exchange: WebExchange) {
        if let refusal = door.refusal(of: request) { return exchange.answer(refusal) }
        if request.method == .post { return takeAct(request, exchange) }
        if let file = pages.file(at: request) { return exchange.answer(file) }
        let access = door.access(of: request, at: WallTime.now)
        exchange.holder = access?.digest
        // A client without access must not learn which pages exist.
        if access != nil || request.path == "/health",
            let refusal = WallParameters.refusal(of: request)
        {
            return exchange.answer(refusal)
        }
        // A token for counts shows no names, not even those of phones.
        let isNamed = access.map { $0.digest != nil && $0.detail != .counts } ?? false
        switch request.path {
        case "/health": return answerHealth(naming: isNamed, exchange)
        case "/metrics" where access != nil:
            return answerMetrics(request, naming: isNamed, exchange)
        default: break
        }
        if request.path.hasPrefix("/link/") { return exchange.answer(pages.link(in: self)) }
        guard let access else {
            return exchange.answer(
                pages.refused(
                    isPage: request.path == "/", hadToken: door.hasCookie(request)))
        }
        answer(request, exchange, access)
    }

    private func answer(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        switch request.path {
        case "/": exchange.answer(page(request, access))
        case "/board":
            exchange.answer(.json(channel(access.detail).whole(rights(of: access)) + [0x0A]))
        case "/events": stream(request, exchange, access)
        case "/notice": answerNotice(request, exchange, access)
        case "/history": answerHistory(request, exchange, access)
        case "/stats.svg", "/stats": answerStatistics(request, exchange, access)
        case "/board.png": answerPicture(request, exchange, access)
        case "/act":
            exchange.answer(
                WebResponse(.methodNotAllowed, "an act must be a POST").with("Allow", "POST"))
        default: exchange.answer(WebResponse(.notFound, "there is no such page"))
        }
    }

    /// Rights of a client on the page; a page of a central database is always read-only.
    func rights(of access: WallAccess) -> WallRights {
        WallRights(
            mayAct: access.mayAct && central == nil, searches: access.detail == .full)
    }

    private func page(_ request: WebRequest, _ access: WallAccess) -> WebResponse {
        if access.comesFromElsewhere, let secret = access.secretToKeep {
            return pages.stepInside(request, with: secret)
        }
        let channel = channel(access.detail)
        var page = pages.wall(
            channel.picture(), channel.frame, rights(of: access), theme: request.query["theme"])
        // A cookie has a limited lifetime, which each visit renews.
        if let secret = access.secretToKeep {
            page.fields += WallAccessControl.cookies(secret, for: request)
        }
        return page
    }

    private func stream(
        _ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess
    ) {
        let interest: WallChannel.Interest
        switch request.query["of"] {
        case nil: interest = [.board, .news]
        case "board": interest = .board
        case "news": interest = .news
        case "page": interest = .page
        default:
            return exchange.answer(WebResponse(.badRequest, "of must be board or news"))
        }
        if let refusal = refusalOfStream(access) { return exchange.answer(refusal) }
        var head = WebResponse(
            type: StreamedEvent.type,
            fields: [
                WebResponse.Field("Cache-Control", "no-store"),
                // A proxy would buffer the stream.
                WebResponse.Field("X-Accel-Buffering", "no"),
            ])
        // A tablet may keep its page open for years, so the stream renews the cookie, too.
        if request.query["token"] == nil, let secret = access.secretToKeep {
            head.fields += WallAccessControl.cookies(secret, for: request)
        }
        guard let stream = exchange.stream(head) else { return }
        let reader = WallChannel.Reader(
            stream, interest, rights(of: access), token: access.digest)
        channel(access.detail).add(
            reader, after: request[field: "last-event-id"] ?? request.query["last"])
        beginBreathing()
        report()
    }

    /// Response to a client for which too many streams are open; nil if it may have another one.
    ///
    /// Half of the streams are reserved for clients with a token: one without gets a stream only while fewer than
    /// half are open.
    private func refusalOfStream(_ access: WallAccess) -> WebResponse? {
        let isStranger = access.digest == nil
        let limit = isStranger ? (settings.streams + 1) / 2 : settings.streams
        guard streamCount >= limit else { return nil }
        let reason =
            isStranger
            ? "half of `streams` in section [wall] is reserved for clients with a token"
            : "`streams` in section [wall] is the limit"
        return WebResponse(.unavailable, "too many pages are open: \(reason)")
            .with("Retry-After", "10")
    }

    // MARK: Actions

    private func takeAct(_ request: WebRequest, _ exchange: WebExchange) {
        guard request.path == "/act" else {
            return exchange.answer(.refused(.notFound, "an act must be a POST to /act"))
        }
        let act: WallAct
        do throws(WallAct.Mistake) {
            act = try WallAct(request)
        } catch {
            return exchange.answer(error.response)
        }
        switch act {
        case .enter(let link): enter(link, request, exchange)
        case .leave: leave(request, exchange)
        case .act(let action, let notice):
            perform(
                ActRequest(action, notice: notice), within: ControlLimits.answer,
                notice == nil ? nil : Self.noNotice, request, exchange)
        case .play(let command, let phone):
            perform(
                MediaRequest(command, phone: phone), within: Self.playerPatience, Self.noPlayer,
                request, exchange)
        }
    }

    private func enter(_ link: String, _ request: WebRequest, _ exchange: WebExchange) {
        do throws(Errno) {
            guard let (secret, _) = try store.enter(by: link, at: WallTime.now) else {
                return exchange.answer(
                    .refused(
                        .forbidden,
                        "this link was used already, or has expired: sudo callboard wall link "
                            + "makes another"))
            }
            exchange.answer(.done(fields: WallAccessControl.cookies(secret, for: request)))
        } catch {
            exchange.answer(
                .refused(.failed, "the token cannot be stored on the host's disk: \(error)"))
        }
    }

    private func leave(_ request: WebRequest, _ exchange: WebExchange) {
        if let digest = door.access(of: request, at: WallTime.now)?.digest {
            let all = (try? store.all(at: WallTime.now)) ?? []
            try? store.revoke(all.filter { $0.digest == digest && !$0.isLink })
        }
        exchange.answer(.done(fields: WallAccessControl.noCookies(for: request)))
    }

    private nonisolated static let noNotice = "it is no longer on the phone"
    private nonisolated static let noPlayer = "the phone plays nothing now"
    /// Time limit of a command to a player: longer than the bridge waits for the phone.
    private nonisolated static let playerPatience: Duration = .seconds(20)

    /// - Parameter missing: sentence if the bridge does not know what is meant; nil uses that of the bridge.
    private func perform(
        _ act: some ControlRequest, within limit: Duration, _ missing: String?,
        _ request: WebRequest, _ exchange: WebExchange
    ) {
        guard let access = door.access(of: request, at: WallTime.now) else {
            return exchange.answer(.refused(.unauthorized, "this requires a token"))
        }
        guard access.mayAct else {
            return exchange.answer(.refused(.forbidden, "this token is read-only"))
        }
        guard central == nil else {
            return exchange.answer(.refused(.conflict, CentralController.noActs))
        }
        frame.ask(act, within: limit) { result in
            switch result {
            case .success: exchange.answer(.done())
            case .failure(.refused(let refusal)):
                let missing = refusal.code == .notFound ? missing : nil
                exchange.answer(.refused(.conflict, missing ?? refusal.sentence))
            case .failure(.failed(let failure)):
                exchange.answer(.refused(.unavailable, "\(failure)"))
            }
        }
    }
}

extension WebResponse {
    /// A copy with one more field.
    func with(_ name: String, _ value: String) -> WebResponse {
        var response = self
        response.fields.append(Field(name, value))
        return response
    }
}
