import Expecting
import Linux
import Support
import Testing

@testable import Bridge

struct WaitingLineTests {
    /// A terminal that notes what it is told.
    @LoopActor
    private final class Screen {
        private(set) var text = ""
        private(set) var line: WaitingLine?
        let pace = Pace.led()

        init() {
            line = WaitingLine(pace: pace) { [weak self] in self?.text += $0 }
        }

        /// Forgets the line.
        func leave() {
            line = nil
        }

        /// What is on the last line.
        var last: String {
            String(text.components(after: "\r\u{1B}[K"))
        }
    }

    @Test func `it counts the seconds, and goes while something else is there`() async throws {
        await LoopThread.run {
            let screen = Screen()
            screen.line?.begin { "\($0) s" }
            expect(screen.last, is: "0 s")
            for second in 1...3 {
                screen.pace.pass(.milliseconds(999))
                expect(screen.last, is: "\(second - 1) s")
                screen.pace.pass(.milliseconds(1))
                expect(screen.last, is: "\(second) s")
            }
            screen.line?.pause()
            #expect(screen.last.isEmpty)
            let shown = screen.text
            screen.pace.pass(.milliseconds(1100))
            expect(screen.text, is: shown)
            screen.line?.resume()
            expect(screen.last, is: "4 s")
            screen.line?.end()
            #expect(screen.last.isEmpty)
            screen.line?.resume()
            #expect(screen.last.isEmpty)
        }
    }

    @Test func `it writes nothing once its owner is gone`() async throws {
        await LoopThread.run {
            let screen = Screen()
            screen.line?.begin { "\($0)" }
            screen.leave()
            let shown = screen.text
            screen.pace.pass(.milliseconds(1100))
            expect(screen.text, is: shown)
        }
    }

    @Test func `what was never shown is not taken away`() async throws {
        await LoopThread.run {
            let screen = Screen()
            screen.line?.pause()
            screen.line?.resume()
            screen.line?.end()
            #expect(screen.text.isEmpty)
        }
    }
}

extension String {
    /// What follows the last occurrence of a part.
    fileprivate func components(after part: String) -> Substring {
        var rest = self[...]
        while let range = rest.firstRange(of: part) { rest = rest[range.upperBound...] }
        return rest
    }
}
