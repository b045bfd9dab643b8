import Expecting
import Linux
import Support
import Testing

struct RawTerminalTests {
    @Test func `a terminal is raw for as long as it has an owner`() throws {
        let far = try PseudoTerminal()
        let before = far.flags
        do {
            let terminal = try RawTerminal(far.path)
            #expect(far.isRaw)
            far.resize(columns: 132, rows: 43)
            let size = terminal.size
            #expect(size?.columns == 132 && size?.rows == 43)
            far.write(Array("q\u{3}".utf8))
            let typed = try terminal.read(upTo: 16)
            expect(typed, is: Array("q\u{3}".utf8))
            let written = try terminal.write(Array("a\n".utf8)[...])
            expect(written, is: 2)
            expect(far.read(), is: Array("a\n".utf8), "no carriage return is added")
        }
        expect(far.flags, is: before)
    }

    @Test func `a terminal that says no size has none`() throws {
        let far = try PseudoTerminal()
        far.resize(columns: 0, rows: 24)
        let size = try RawTerminal(far.path).size
        #expect(size == nil)
    }

    @Test func `nobody waits for what is not typed, and a far side that goes is an error`() throws {
        var far: PseudoTerminal? = try PseudoTerminal()
        let terminal = try RawTerminal(#require(far).path)
        var problem: Errno?
        do throws(Errno) { _ = try terminal.read(upTo: 16) } catch { problem = error }
        expect(problem, is: .wouldBlock)
        far = nil
        let rest = try? terminal.read(upTo: 16)
        #expect(rest?.isEmpty ?? true)
    }

    @Test(arguments: ["/dev/null", "/dev/no such terminal", "/etc/hostname", ""])
    func `what is no terminal is refused`(path: String) {
        #expect(throws: Errno.self) { _ = try RawTerminal(path).rawValue }
    }
}
