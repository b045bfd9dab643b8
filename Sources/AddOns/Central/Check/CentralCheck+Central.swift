import Commands
import Formats
import Linux
import PostgreSQL

/// Checks of the database.
extension CentralCheck {
    func tryCentral(_ open: Open, _ bridge: BridgeAnswer) async {
        guard tryDatabase(open) else { return }
        guard await tryForm(open) else { return }
        await tryHandingIn(open, bridge)
        await tryReading(open)
    }

    private func tryDatabase(_ open: Open) -> Bool {
        let look = open.look
        guard open.facts.version >= 150_000 else {
            find(
                "central-database",
                .fail(
                    "PostgreSQL \(look.version) is older than 15",
                    fix: "install a newer server; pg_upgradecluster moves the database to it"))
            return false
        }
        guard look.encoding == "UTF8" else {
            find(
                "central-database",
                .fail(
                    "the database \(settings.database) has the encoding \(look.encoding), not UTF8",
                    fix:
                        "create another database with ENCODING 'UTF8' TEMPLATE template0, and name it "
                        + "under database in [central]: Docs/how-to/fleet.md"
                ))
            return false
        }
        find("central-database", .ok("the database \(settings.database) has the encoding UTF8"))
        return true
    }

    // MARK: Schema

    private func tryForm(_ open: Open) async -> Bool {
        guard tryRights(open.look), let form = await readForm(of: open.server) else {
            return false
        }
        compare(form)
        return form >= CentralSchema.version
    }

    /// Checks that the schema exists and that the user may read it.
    private func tryRights(_ look: DatabaseInspection) -> Bool {
        guard look.hasSchema, look.hasForm else {
            find(
                "central-schema",
                .fail(
                    look.hasSchema
                        ? "the schema callboard has no function form(): callboard-central init did not "
                            + "finish, or another program or a newer Callboard created the schema"
                        : "the database \(settings.database) has no schema callboard yet",
                    fix: "callboard-central init    # as the database's owner: Docs/how-to/fleet.md"
                ))
            return false
        }
        guard look.mayAsk else {
            find(
                "central-rights",
                .fail(
                    "the user \(settings.user) is in neither group of the central database",
                    fix: "GRANT \(settings.site == nil ? Self.readers : Self.bridges) TO "
                        + "\(name(settings.user))"))
            return false
        }
        return true
    }

    /// Reads the version of the schema; nil if that failed.
    private func readForm(of server: DatabaseSession) async -> Int? {
        do throws(BatchFailure) {
            let rows = try await server.rows(SQLStatement(CentralStatements.form))
            let form: Int = (try? rows.first?.value(0, as: Int.self)) ?? 0
            return form
        } catch {
            find("central-schema", .fail("\(error)", fix: Self.log))
            return nil
        }
    }

    /// Compares the version of the schema with that of this program.
    private func compare(_ form: Int) {
        let own = CentralSchema.version
        if form < own {
            find(
                "central-schema",
                .fail(
                    "the central database has schema version \(form); this program requires \(own)",
                    fix:
                        "callboard-central init    # as the database's owner; it keeps all notifications"
                ))
        } else if form > own {
            find(
                "central-schema",
                .warn(
                    "the central database has schema version \(form), of a newer Callboard; "
                        + "this program knows \(own)",
                    fix: "sudo apt upgrade callboard-central"))
        } else {
            find("central-schema", .ok("the central database has schema version \(form)"))
        }
    }

    // MARK: Texts

    static let bridges = CentralRoles.usual.bridge
    static let readers = CentralRoles.usual.reader
    static let log = "look at the server's log"

    func name(_ name: String) -> String { SQLStatement.quoted(name) }

    func text(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
            + "'"
    }
}
