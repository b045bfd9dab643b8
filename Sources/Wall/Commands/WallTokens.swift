import Arguments
import Board
import Commands
import Companions
import Formats
import JSON
import Linux
import Notices

/// The command `tokens`: who may come in, and revoking that.
enum WallTokens {
    private static let revoke = Parameter<[String]>.texts(
        "revoke", placeholder: "NAME",
        summary: "Let whoever has this name, or the id before it, come in no more")

    /// What can be chosen.
    static let options = [WallState.parameter.option, revoke.option]

    /// Lists them, or revokes some.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let folder = WallState.folder(arguments)
        let store = TokenStore(folder: folder)
        do throws(Errno) {
            let all = try store.all(at: WallTime.now)
            let names = arguments[revoke]
            guard names.isEmpty else { return try Self.revoke(names, of: all, in: store) }
            return show(all, asLine: JSONChoice.isWanted(arguments))
        } catch {
            return WallState.tell(error, about: folder)
        }
    }

    private static func revoke(
        _ names: [String], of all: [TokenStore.Listed], in store: TokenStore
    ) throws(Errno) -> ExitStatus {
        var chosen: [TokenStore.Listed] = []
        for name in names {
            let meant = all.filter { $0.token.name == name || $0.id == name }
            guard !meant.isEmpty else {
                Messages.say(
                    "nobody who may come in is called \(name.quoted): callboard wall tokens lists "
                        + "them")
                return .failure
            }
            chosen += meant
        }
        try store.revoke(chosen)
        return Messages.print(
            chosen.map { "revoked: \($0.id) \($0.token.name)\n" }.joined())
    }

    private static func show(_ all: [TokenStore.Listed], asLine: Bool) -> ExitStatus {
        if asLine { return Messages.print(line(all)) }
        guard !all.isEmpty else {
            return Messages.print(
                "No link was made and no browser has come in by one: sudo callboard wall link\n")
        }
        var page = ""
        for listed in all {
            let token = listed.token
            let used =
                listed.isLink
                ? "a link, not used yet"
                : token.used.map { "used \($0.local.day(of: $0))" } ?? "never used"
            page +=
                "\(listed.id)  \(token.name.padded(to: 16))  \(token.detail.rawValue.padded(to: 6))  "
            page +=
                "\(token.mayAct ? "act" : "   ")  made \(token.made.local.day(of: token.made))  \(used)\n"
        }
        return Messages.print(page)
    }

    private static func line(_ all: [TokenStore.Listed]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("tokens")
        writer.beginArray()
        for listed in all {
            writer.beginObject()
            writer.member("id", listed.id)
            writer.member("name", listed.token.name)
            writer.member("detail", listed.token.detail.rawValue)
            writer.member("may_act", listed.token.mayAct)
            writer.member("is_link", listed.isLink)
            writer.member("made", listed.token.made.timestamp)
            if let used = listed.token.used { writer.member("used", used.timestamp) }
            if let until = listed.token.until { writer.member("until", until.timestamp) }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension TokenStore.Listed {
    /// What people call it by, where names do not tell.
    fileprivate var id: String { String(digest.prefix(WallToken.shortLength)) }
}

extension LocalTime {
    /// The day as people write it.
    fileprivate func day(of time: WallTime) -> String {
        let day = LocalDay(time).date
        return "\(day.year)-\(day.month.padded(to: 2))-\(day.day.padded(to: 2))"
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - columns))
    }
}
