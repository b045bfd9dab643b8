import Expecting
import Support
import Testing

@testable import Control

struct LineSplitterTests {
    @Test(arguments: 1...9)
    func `lines are cut the same however they come`(_ size: Int) {
        var splitter = LineSplitter(limit: 5)
        var (lines, isOver) = ([String](), false)
        let bytes = Array("one\n\n12345\ntwo\n123456\nno".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) where !isOver {
            splitter.append(Array(bytes[start..<min(start + size, bytes.count)]))
            reading: while true {
                let hasNext = splitter.hasNext
                switch splitter.next() {
                case .line(let line):
                    #expect(hasNext)
                    lines.append(String(decoding: line, as: UTF8.self))
                case .incomplete:
                    #expect(!hasNext)
                    break reading
                case .tooLong:
                    #expect(hasNext)
                    isOver = true
                    break reading
                }
            }
        }
        expect(lines, is: ["one", "", "12345", "two"])
        #expect(isOver)
    }
}
