import Foundation
import ServingSupport

/// A cluster that is made once for all tests of a run, since that takes a second, and copied for each server.
enum ServerTemplate {
    /// The folder of the programs of the newest PostgreSQL that is installed.
    static let programs: String = {
        let all =
            (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = all.compactMap(Int.init).max() ?? 15
        return "/usr/lib/postgresql/\(newest)/bin"
    }()

    /// The words before those of a program that must not run as root.
    static let asOrdinaryUser: [String] =
        getuid() == 0
        ? ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] : []

    /// Roles and a database that every server has.
    private static let start = """
        CREATE ROLE hall LOGIN PASSWORD 'secret';
        CREATE ROLE stranger LOGIN PASSWORD 'secret';
        CREATE ROLE guest LOGIN PASSWORD 'secret';
        CREATE ROLE callboard LOGIN;
        CREATE DATABASE centre OWNER hall;
        REVOKE CONNECT ON DATABASE centre FROM PUBLIC;
        GRANT CONNECT ON DATABASE centre TO stranger, callboard;
        CREATE DATABASE other;
        """

    /// The folder with the cluster and with certificates.
    static let folder: Result<String, any Error> = Result { try make() }

    private static func make() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cluster-\(UUID())")
            .path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try TestProgram.atEnd("rm -rf \"$1\"", [folder])
        try Certificates.make(in: folder)
        try give(folder)
        let log = "\(folder)/log"
        try TestProgram.run(
            asOrdinaryUser + [
                "\(programs)/initdb", "-D", "\(folder)/data", "-U", "postgres", "-E", "UTF8",
                "--locale=C.UTF-8", "--no-sync", "--no-instructions", "--auth=trust",
            ], saying: log)
        let words = "\(folder)/start.sql"
        try start.split(separator: "\n").joined(separator: "\n").appending("\n")
            .write(toFile: words, atomically: true, encoding: .utf8)
        try TestProgram.run(
            ["/bin/sh", "-c", "cd / && exec \"$@\" < '\(words)'", "sh"] + asOrdinaryUser + [
                "\(programs)/postgres", "--single", "-F", "-D", "\(folder)/data", "postgres",
            ], saying: log)
        return folder
    }

    /// Lets the user of the server have a folder.
    static func give(_ folder: String) throws {
        guard getuid() == 0 else { return }
        try TestProgram.run(["/bin/chown", "-R", "nobody:nogroup", folder])
    }
}
