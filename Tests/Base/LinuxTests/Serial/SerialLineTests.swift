import CLinux
import Expecting
import Foundation
import Support
import Testing

@testable import Linux

/// Ports that are opened, set up, refused and given back: real pseudo-terminals.
struct SerialLineTests {
    private static func problem(_ settings: SerialSettings) -> SerialProblem? {
        do throws(SerialProblem) {
            _ = try SerialLine(settings)
            return nil
        } catch {
            return error
        }
    }

    private static func rate(of mode: termios) -> speed_t {
        var mode = mode
        return unsafe cfgetospeed(&mode)
    }

    @Test(arguments: [
        (1200, speed_t(B1200)), (9600, speed_t(B9600)), (115_200, speed_t(B115200)),
        (4_000_000, speed_t(B4000000)),
    ])
    func `the far side sees the rate that was wanted`(baud: Int, code: speed_t) throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine(SerialSettings(device: terminal.path, baud: baud))
        expect(Self.rate(of: terminal.mode), is: code)
        line.close()
    }

    @Test func `every rate of the table is one of its own, and is taken`() throws {
        let terminal = try PseudoTerminal()
        var codes: Set<speed_t> = []
        for baud in SerialRate.all {
            let line = try SerialLine(SerialSettings(device: terminal.path, baud: baud))
            codes.insert(Self.rate(of: terminal.mode))
            line.close()
        }
        expect(codes.count, is: SerialRate.all.count)
        expect(SerialRate.all, is: SerialRate.all.sorted())
        #expect((SerialRate.all.first, SerialRate.all.last) == (50, 4_000_000))
    }

    @Test func `the mode is raw, with the stop bits and the flow control that were wanted`() throws
    {
        let terminal = try PseudoTerminal()
        let settings = SerialSettings(device: terminal.path, stopBits: .two, flow: .xonxoff)
        let line = try SerialLine(settings)
        let mode = terminal.mode
        expect(
            mode.c_cflag & tcflag_t(CSTOPB | CLOCAL | CREAD), is: tcflag_t(CSTOPB | CLOCAL | CREAD))
        expect(mode.c_cflag & tcflag_t(CSIZE), is: tcflag_t(CS8))
        expect(mode.c_iflag, is: tcflag_t(IXON | IXOFF | IGNBRK))
        expect(mode.c_lflag & tcflag_t(ICANON | ECHO | ISIG | IEXTEN), is: 0)
        expect(mode.c_oflag & tcflag_t(OPOST), is: 0)
        line.close()
        let handshake = try SerialLine(SerialSettings(device: terminal.path, flow: .rtscts))
        #expect(terminal.mode.c_cflag & 0o20_000_000_000 != 0)
        expect(terminal.mode.c_iflag, is: tcflag_t(IGNBRK))
        handshake.close()
    }

    @Test(arguments: [
        (SerialSettings.DataBits.eight, SerialSettings.Parity.none, tcflag_t(CS8)),
        (.seven, .even, tcflag_t(CS7 | PARENB)), (.six, .odd, tcflag_t(CS6 | PARENB | PARODD)),
        (.five, .none, tcflag_t(CS5)),
    ])
    func `data bits and parity become what the kernel calls them`(
        bits: SerialSettings.DataBits, parity: SerialSettings.Parity, flags: tcflag_t
    ) throws {
        let settings = SerialSettings(device: "", dataBits: bits, parity: parity)
        // Whatever another program left there.
        var before = termios()
        before.c_cflag = .max
        before.c_iflag = .max
        let mode = try #require(SerialMode(settings, over: before))
        let stick = callboard_mark_parity
        expect(mode.value.c_cflag & (tcflag_t(CSIZE | PARENB | PARODD) | stick), is: flags)
        expect((mode.value.c_iflag & tcflag_t(INPCK | IGNPAR) != 0), is: (parity != .none))
    }

    @Test func `a mode that the port does not take is named, and the old one given back`() throws {
        // The kernel keeps pseudo-terminals at 8 data bits without parity.
        let terminal = try PseudoTerminal()
        let before = terminal.mode
        let path = terminal.path
        expect(
            Self.problem(SerialSettings(device: path, dataBits: .seven)),
            is: .refusedMode("7 data bits"))
        expect(
            Self.problem(SerialSettings(device: path, parity: .odd)), is: .refusedMode("odd parity")
        )
        expect(terminal.mode.c_lflag, is: before.c_lflag)
        expect(Self.problem(SerialSettings(device: path)), is: nil)
    }

    @Test func `a rate that a port makes another one of is refused`() throws {
        let settings = SerialSettings(device: "", baud: 230_400)
        let wanted = try #require(SerialMode(settings, over: termios()))
        var taken = wanted.value
        expect(wanted.difference(from: taken, for: settings), is: nil)
        unsafe cfsetospeed(&taken, speed_t(B9600))
        expect(wanted.difference(from: taken, for: settings), is: .refusedRate(230_400, kept: 9600))
        expect(
            SerialProblem.refusedRate(230_400, kept: 9600).description,
            is: "the port does not support 230400 baud; it stays at 9600")
    }

    @Test func `a rate that is none is refused with those beside it`() throws {
        let terminal = try PseudoTerminal()
        let problem = Self.problem(SerialSettings(device: terminal.path, baud: 10_000))
        expect(problem, is: .unknownRate(10_000))
        #expect(
            problem?.description
                == "10000 baud is not a standard rate; the nearest are 9600 and 19200")
        #expect(
            SerialProblem.unknownRate(1).description
                == "1 baud is not a standard rate; the nearest are 50")
    }

    @Test func `what is no serial port is refused`() throws {
        expect(Self.problem(SerialSettings(device: "/dev/no-such-port")), is: .noDevice)
        expect(Self.problem(SerialSettings(device: "/dev/null/port")), is: .noDevice)
        for path in ["/dev/null", "/dev/ptmx", "/", "/proc/self/exe"] {
            expect(Self.problem(SerialSettings(device: path)), is: .notATerminal, "\(path)")
        }
    }

    @Test func `a port that another program has is refused, until it lets go`() throws {
        let terminal = try PseudoTerminal()
        let settings = SerialSettings(device: terminal.path)
        let first = try SerialLine(settings)
        expect(Self.problem(settings), is: .inUse)
        first.close()
        expect(Self.problem(settings), is: nil)
        let other = unsafe open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        flock(other, LOCK_EX)
        expect(Self.problem(settings), is: .inUse, "the lock on the device alone")
        close(other)
        expect(Self.problem(settings), is: nil)
    }

    @Test func `a pseudo-terminal is not left closed to others by whoever is killed`() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine(SerialSettings(device: terminal.path))
        expect(callboard_is_exclusive(line.rawValue), is: 0)
        line.close()
        let other = unsafe open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        _ = callboard_set_exclusive(other, 1)
        close(other)
        // Nobody but root could open it now.
        if geteuid() == 0 {
            expect(Self.problem(SerialSettings(device: terminal.path)), is: nil)
        }
    }

    @Test func `what came before the port was open is not heard`() throws {
        let terminal = try PseudoTerminal()
        terminal.write(Array("A\n".utf8))
        let line = try SerialLine(SerialSettings(device: terminal.path))
        try expect(line.read(upTo: 10), is: nil)
        terminal.write(Array("D\n".utf8))
        try expect(line.read(upTo: 10), is: Array("D\n".utf8))
        line.close()
    }

    @Test func `a port that this user may not open is refused`() throws {
        let terminal = try PseudoTerminal()
        #expect(unsafe chmod(terminal.path, 0) == 0)
        // A privileged thread may open everything until it takes another user's rights to files.
        let library = unsafe dlopen(nil, RTLD_NOW)
        let symbol = try unsafe #require(unsafe dlsym(library, "setfsuid"))
        typealias Setter = @convention(c) (uid_t) -> Int32
        let setUser = unsafe unsafeBitCast(symbol, to: Setter.self)
        _ = setUser(65_534)
        let problem = Self.problem(SerialSettings(device: terminal.path))
        _ = setUser(geteuid())
        expect(problem, is: .noPermission)
    }

    @Test func `a port is given back as it was`() throws {
        let terminal = try PseudoTerminal()
        // A pseudo-terminal whose near side nobody has open forgets its mode.
        let takeUnfiltered = unsafe open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(takeUnfiltered >= 0)
        defer { close(takeUnfiltered) }
        let before = terminal.mode
        let line = try SerialLine(SerialSettings(device: terminal.path, baud: 300))
        #expect(terminal.mode.c_lflag != before.c_lflag)
        line.close()
        line.close()
        let after = terminal.mode
        expect(after.c_lflag, is: before.c_lflag)
        expect(after.c_iflag, is: before.c_iflag)
        expect(after.c_oflag, is: before.c_oflag)
        expect(after.c_cflag, is: before.c_cflag)
    }

    @Test func `every byte passes as it is, both ways`() throws {
        let terminal = try PseudoTerminal()
        let line = try SerialLine(SerialSettings(device: terminal.path))
        let all = (0...UInt8.max).map { $0 }
        try expect(line.write(all[...]), is: 256)
        var heard: [UInt8] = []
        while heard.count < 256 { heard += terminal.read() }
        expect(heard, is: all)
        terminal.write(all)
        heard = []
        while heard.count < 256 { heard += try line.read(upTo: 100) ?? [] }
        expect(heard, is: all)
        try expect(line.read(upTo: 1), is: nil)
        line.close()
        #expect(throws: SerialProblem.hungUp) { try line.write([1]) }
    }

    @Test func `a byte takes as long as its bits do`() {
        expect(SerialSettings(device: "", baud: 1000).byteTime, is: .milliseconds(10))
        let long = SerialSettings(
            device: "", baud: 1000, dataBits: .seven, parity: .odd, stopBits: .two)
        expect(long.byteTime, is: .milliseconds(11))
    }
}
