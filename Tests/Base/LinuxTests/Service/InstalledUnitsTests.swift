import Expecting
import Linux
import Testing

/// What could be started here.
struct InstalledUnitsTests {
    private static let names = ["callboard", "callboard-kernel"]

    @Test(
        arguments: [
            ([], nil, "neither systemd nor a unit"),
            (["/run/systemd/system"], nil, "no unit"),
            (["/lib/systemd/system/callboard.service"], nil, "another service manager"),
            (
                ["/run/systemd/system", "/usr/lib/systemd/system/callboard-kernel.service"],
                "sudo systemctl start callboard-kernel", "one of them"
            ),
            (
                [
                    "/run/systemd/system", "/etc/systemd/system/callboard.service",
                    "/lib/systemd/system/callboard-kernel.service",
                ], "sudo systemctl start callboard (or callboard-kernel)", "both"
            ),
        ] as [([String], String?, Comment)])
    func `a service is named where it could be started`(
        files: [String], command: String?, why: Comment
    ) {
        let found = InstalledUnits.start(Self.names, isRoot: false, exists: files.contains)
        expect(found, is: command, why)
        let ofRoot = InstalledUnits.start(Self.names, isRoot: true, exists: files.contains)
        expect(ofRoot, is: command?.replacing("sudo ", with: ""), why)
    }
}
