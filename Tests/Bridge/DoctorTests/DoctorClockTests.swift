import Bridge
import Control
import Expecting
import Formats
import Testing

@testable import Doctor

/// What is said of a clock that phones are to set.
struct DoctorClockTests {
    typealias Case = DoctorCheckTests.Case

    private static let denied = ServiceRights(examples: "/x")
    /// The service with the drop-in.
    private static var granted: ServiceRights {
        var rights = denied
        rights.clock = ServiceClock(hasCapability: true, isProtected: false, allowsCalls: true)
        return rights
    }

    private static func clock(_ words: String, problem: String? = nil) -> StatusClock {
        var clock = StatusClock()
        (clock.words, clock.problem) = (words, problem)
        return clock
    }

    @Test(arguments: [
        Case("set-clock", .ok, "do not set") { _ in },
        Case("set-clock", .warn, "no right", fix: "/x/clock.conf") {
            ($0.setsClock, $0.serviceRights) = (true, denied)
        },
        Case("set-clock", .skipped, "see bridge") {
            ($0.setsClock, $0.serviceRights) = (true, granted)
            $0.bridge = .silent(.noBridge(path: "/run/x"))
        },
        Case("set-clock", .warn, "only after a restart", fix: "restart") {
            ($0.setsClock, $0.serviceRights) = (true, granted)
        },
        Case("set-clock", .warn, "cannot set the clock", fix: "daemon-reload") {
            ($0.setsClock, $0.serviceRights) = (true, granted)
            $0.changeBridge { $0.clock = clock("no right", problem: "no right") }
        },
        Case("set-clock", .warn, "only root and the service", fix: "callboard") {
            $0.setsClock = true
            $0.changeBridge { $0.clock = clock("no right", problem: "no right") }
        },
        Case("set-clock", .ok, "is set 3 h forward") {
            ($0.setsClock, $0.serviceRights) = (true, granted)
            $0.changeBridge { $0.clock = clock("set 3 h forward by the clock of Ann") }
        },
    ])
    func `what is wrong is said, with what helps`(_ one: Case) { one.check() }

    @Test(
        "the right to set the clock is read from the unit and its drop-ins",
        arguments: [
            ("", false, "the unit alone"),
            (
                "AmbientCapabilities=CAP_SYS_TIME\nProtectClock=no\n"
                    + "SystemCallFilter=adjtimex clock_adjtime\n", true, "the example"
            ),
            ("AmbientCapabilities=CAP_SYS_TIME\nProtectClock=no\n", false, "no system call"),
            ("ProtectClock=no\nSystemCallFilter=adjtimex\n", false, "no capability"),
            (
                "AmbientCapabilities=CAP_SYS_TIME\nSystemCallFilter=@clock\n", false,
                "protected all the same"
            ),
            (
                "AmbientCapabilities=CAP_SYS_TIME\nProtectClock=off\nSystemCallFilter=\n", true,
                "no filter"
            ),
            (
                "AmbientCapabilities=CAP_SYS_TIME\nAmbientCapabilities=\nProtectClock=no\n"
                    + "SystemCallFilter=@clock\n", false, "taken away again"
            ),
            (
                "AmbientCapabilities=CAP_SYS_TIME\nProtectClock=no\nSystemCallFilter=@clock\n"
                    + "SystemCallFilter=~@clock @mount\n", false, "denied again"
            ),
        ])
    func rights(dropIn: String, sets: Bool, why: String) throws {
        let host = DoctorHostFolder()
        try host.write("", to: "/lib/systemd/system/callboard.service")
        try host.write("[Service]\n" + dropIn, to: ServiceUnit.usual.dropIns + "/clock.conf")
        expect(try #require(ServiceRights(host.files)).setsClock, is: sets, "\(why)")
    }
}
