import Expecting
import Linux
import Testing

/// Errors of system calls, in the C library's words.
struct ErrnoTests {
    @Test func `an error is told in words`() {
        expect(Errno(rawValue: 2).description, is: "No such file or directory")
        expect(Errno(rawValue: 28).description, is: "No space left on device")
    }

    @Test func `a file that is not there is named by its error`() {
        do throws(Errno) {
            _ = try FileDescriptor.open(readingFrom: "/no/such/file")
            Issue.record("it opened")
        } catch {
            expect(error, is: Errno(rawValue: 2))
        }
    }

    @Test func `a moment keeps its order through local time`() {
        let wall = WallTime(milliseconds: 1_700_000_000_123)
        expect(wall.local.year, is: 2023)
        expect(wall.advanced(by: .milliseconds(877)).milliseconds, is: 1_700_000_001_000)
        expect(WallTime(milliseconds: -1).local.second, is: 59)
    }
}
