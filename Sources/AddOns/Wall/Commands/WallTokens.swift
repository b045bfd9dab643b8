import AddOnRuntime
import Board
import Commands
import Formats
import JSON
import Linux
import Notices
import Settings

/// Command `tokens`: lists and revokes tokens.
enum WallTokens {
    private static let revoke = Parameter<[String]>.texts(
        "revoke", placeholder: "NAME",
        summary:
            "Revoke the token with this name or id; if several have the name, add "
            + "--all")
    private static let all = Parameter<Bool>.flag(
        "all", summary: "With --revoke, revoke all tokens of this name")

    /// Maximum characters of a displayed name.
    private static let nameLimit = 64

    static let options =
        AddOnOptions.all + [WallState.parameter.option, revoke.option, all.option]

    /// Tokens from the administrator's file.
    private struct Written {
        let path: String
        /// Tokens sorted by name.
        let tokens: [(id: String, token: WallToken)]

        /// Reads the configured file; nil if none is configured, or after printing why it cannot be read.
        init?(_ arguments: ParsedArguments) {
            guard let place = (try? WallFile(arguments).read())?.settings.tokens else { return nil }
            do throws(TokenFile.Problem) {
                let file = try TokenFile(place)
                path = file.path
                tokens = file.tokens.map { (WallTokens.id(of: $0), $1) }
                    .sorted { ($0.token.name, $0.id) < ($1.token.name, $1.id) }
            } catch {
                Messages.say("\(error)")
                return nil
            }
        }
    }

    /// Short ID of a token, for names that are not unique.
    fileprivate static func id(of digest: String) -> String {
        String(digest.prefix(WallToken.shortLength))
    }

    /// Lists or revokes tokens.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let folder = WallState.folder(arguments)
        let store = TokenStore(folder: folder)
        if let trouble = store.trouble { Messages.say("\(trouble.sentence): \(trouble.fix)") }
        do throws(Errno) {
            let all = try store.all(at: WallTime.now)
            let written = Written(arguments)
            let names = arguments[revoke]
            guard names.isEmpty else {
                return try Self.revoke(
                    names, of: all, written, in: store, hasAll: arguments[Self.all])
            }
            return show(all, written, asLine: JSONChoice.isWanted(arguments))
        } catch {
            return WallState.tell(error, about: folder)
        }
    }

    private static func revoke(
        _ names: [String], of all: [TokenStore.Listed], _ written: Written?, in store: TokenStore,
        hasAll: Bool
    ) throws(Errno) -> ExitStatus {
        var chosen: [TokenStore.Listed] = []
        var status = ExitStatus.success
        for name in names {
            let meant = all.filter {
                $0.token.name == name || $0.shownName == name || $0.id == name
            }
            guard meant.count < 2 || hasAll else {
                Messages.say(
                    "\(meant.count) tokens have the name \(name.quoted), and none was revoked: use "
                        + "an id, "
                        + "\(meant.map(\.id).joined(separator: " or ")), or all of them with --all")
                return .failure
            }
            chosen += meant.filter { one in !chosen.contains { $0.digest == one.digest } }
            if let written,
                written.tokens.contains(where: { $0.token.name == name || $0.id == name })
            {
                Messages.say(
                    "the token \(name.quoted) is in \(written.path): delete its line there, and "
                        + "then sudo systemctl reload callboard-wall")
                status = .failure
            } else if meant.isEmpty {
                Messages.say(
                    "there is no token with the name or id \(name.quoted): callboard wall tokens "
                        + "lists them")
                return .failure
            }
        }
        try store.revoke(chosen)
        let printed = Messages.print(
            chosen.map { "revoked: \($0.id) \($0.shownName)\n" }.joined())
        return printed == .success ? status : printed
    }

    private static func show(
        _ all: [TokenStore.Listed], _ written: Written?, asLine: Bool
    ) -> ExitStatus {
        if asLine { return Messages.print(line(all, written)) }
        guard !all.isEmpty || written?.tokens.isEmpty == false else {
            return Messages.printSentences(
                "There are no links and no tokens: sudo callboard wall link\n")
        }
        var rows = [["ID", "NAME", "DETAIL", "ACT", "MADE", "USED"]]
        rows += all.map { listed in
            let token = listed.token
            let used =
                listed.isLink
                ? "a link, not used yet"
                : token.used.map { "used on \($0.local.date)" } ?? "never used"
            return start(listed.id, listed.shownName, token) + [
                token.made.local.dateAndMinute, used,
            ]
        }
        rows += (written?.tokens ?? []).map { id, token in
            start(id, shown(token.name), token) + ["by \(written?.path.printable ?? "")"]
        }
        return Messages.print(table(rows))
    }

    private static func start(_ id: String, _ name: String, _ token: WallToken) -> [String] {
        [id, name, token.detail.rawValue, token.mayAct ? "act" : ""]
    }

    /// Aligns cells in columns; the last cell of a row has any width.
    private static func table(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.compactMap { $0.count > column + 1 ? $0[column].columns : nil }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell.padded(to: widths[column])
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// A name that is safe on a terminal: any user with write permission in the folder may have chosen it.
    fileprivate static func shown(_ name: String) -> String { name.cleaned().cut(to: nameLimit) }

    private static func line(_ all: [TokenStore.Listed], _ written: Written?) -> String {
        JSONWriter.lineText { writer in
            writer.array("tokens") { writer in
                for listed in all {
                    writer.object { writer in
                        writer.member("id", listed.id)
                        writer.member("name", listed.token.name)
                        writer.member("detail", listed.token.detail.rawValue)
                        writer.member("may_act", listed.token.mayAct)
                        writer.member("is_link", listed.isLink)
                        writer.member("made", listed.token.made.timestamp)
                        if let used = listed.token.used { writer.member("used", used.timestamp) }
                        if let until = listed.token.until {
                            writer.member("until", until.timestamp)
                        }
                    }
                }
                for (id, token) in written?.tokens ?? [] {
                    writer.object { writer in
                        writer.member("id", id)
                        writer.member("name", token.name)
                        writer.member("detail", token.detail.rawValue)
                        writer.member("may_act", token.mayAct)
                        writer.member("is_link", false)
                        writer.member("file", written?.path ?? "")
                    }
                }
            }
        }
    }
}

extension TokenStore.Listed {
    fileprivate var id: String { WallTokens.id(of: digest) }
    fileprivate var shownName: String { WallTokens.shown(token.name) }
}
