import BusSupport
import Control
import ControlSupport
import DBus
import Expecting
import Linux
import ServingSupport
import Support
import Testing

@testable import Desktop

/// The commands of the program, and how it ends.
struct CommandTests {
    private static let scenario = """
        {"format": 1, "ends": 86400, "phones": [{"name": "Mara's iPhone", "bond": "mara",
          "media": {"state": "playing", "queue": [{"title": "Harbour", "duration": 80000}]}}]}
        """

    init() {
        LoopThread.start()
    }

    /// Statuses and identifiers of findings, in their order.
    private static func findings(_ ending: RealSession.Ending) -> [String] {
        ending.output.split(separator: "\n").prefix { !$0.hasPrefix("The desktop") }
            .filter { !$0.contains("->") }
            .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }

    @Test @LoopActor func `a check finds what is missing, one after the other`() async throws {
        let session = try RealSession(Self.scenario)
        expect(
            try await answersEventually {
                let ending = try await session.desktop("check", "--socket", session.socket)
                return Self.findings(ending) == [
                    "WARN desktop-bus", "OK desktop-bridge", "OK desktop-rights",
                    "OK desktop-player",
                ] && ending.status == 0
            })
        try session.start()
        expect(
            try await answersEventually {
                let ending = try await session.desktop("check", "--socket", session.socket)
                return Self.findings(ending).first == "OK desktop-bus"
            })
        let none = try await session.desktop("check", "--socket", "/nowhere/s")
        expect(none.status, is: 1)
        expect(Self.findings(none), is: ["OK desktop-bus", "FAIL desktop-bridge"])
        let noBus = try await session.desktop("check", "--socket", session.socket, hasBus: false)
        expect(noBus.status, is: 1)
        expect(Self.findings(noBus).first, is: "FAIL desktop-bus")
        #expect(noBus.output.contains("-> \(DesktopCheck.busFix)"))
        let other = await session.bus.connect()
        await expect(
            other.own("org.mpris.MediaPlayer2.Mara_s_iPhone__simulated_"), is: .success(true))
        let twice = try await session.desktop("check", "--socket", session.socket)
        expect(Self.findings(twice).last, is: "WARN desktop-player", "\(twice.output)")
        #expect(!twice.output.contains("Harbour") && !twice.output.contains("Mara"))
    }

    @Test @LoopActor func `a check tells users who may not act how to get the right`() async throws
    {
        let session = try RealSession(nil)
        let bridge = try BridgeStandIn()
        bridge.refusal = .init(.notAllowed, "be in group callboard-act")
        let ending = try await session.desktop("check", "--socket", bridge.path)
        expect(
            Self.findings(ending),
            is: [
                "WARN desktop-bus", "OK desktop-bridge", "WARN desktop-rights",
                "SKIP desktop-player",
            ],
            "\(ending.output)")
        #expect(ending.output.contains("act-group"))
    }

    @Test @LoopActor func `run ends with a reason where it cannot go on`() async throws {
        let session = try RealSession(Self.scenario)
        let noBus = try await session.desktop("run", "--socket", session.socket, hasBus: false)
        expect(noBus.status, is: 69)
        expect(
            noBus.errors,
            is: "callboard-desktop: \(DesktopCheck.noBus): \(DesktopCheck.busFix)\n")
        try session.start()
        expect(
            try await answersEventually { try await !session.playerctl("-l").output.isEmpty })
        let second = try await session.desktop("run", "--socket", session.socket)
        expect(second.status, is: 1)
        expect(
            second.errors,
            is: "callboard-desktop: another callboard-desktop runs in this session\n")
        session.bus.kill()
        let killed = try await session.desktop("run", "--socket", session.socket)
        expect(killed.status, is: 69)
        expect(killed.errors, is: "callboard-desktop: the session bus cannot be reached\n")
        expect(session.desktop?.finish(), is: 143, "the first one waits for the bus")
    }

    @Test @LoopActor func `manual, completion and version are printed`() async throws {
        let session = try RealSession(nil)
        let manual = try await session.desktop("manual")
        #expect(manual.output.contains(".SH \"FILES\"") || manual.output.contains("FILES"))
        #expect(
            manual.output.contains("callboard\\-desktop.desktop"), "\(manual.output.suffix(900))")
        for shell in ["bash", "zsh", "fish"] {
            let completion = try await session.desktop("completion", shell)
            expect(completion.status, is: 0)
            #expect(completion.output.contains("check"))
        }
        let version = try await session.desktop("--version")
        #expect(version.output.hasPrefix("callboard-desktop "))
        let wrong = try await session.desktop("run", "--nothing")
        expect(wrong.status, is: 64)
    }
}
