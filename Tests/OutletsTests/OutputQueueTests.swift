import Testing

@testable import Outlets

struct OutputQueueTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// Reads everything that waits, so many bytes at a time.
    private func drain(_ queue: inout OutputQueue, by size: Int) -> String {
        var all: [UInt8] = []
        while !queue.isEmpty {
            let portion = queue.next(upTo: size)
            all += portion
            queue.removeFirst(portion.count)
        }
        return String(decoding: all, as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `everything comes out in order`(_ size: Int) {
        var queue = OutputQueue(limit: 100, header: bytes("head\n"))
        for text in ["one\n", "two\n", "three\n"] { #expect(queue.append(bytes(text)) == 0) }
        #expect(queue.count == 19)
        #expect(drain(&queue, by: size) == "head\none\ntwo\nthree\n")
        #expect(queue.count == 0)
    }

    @Test func `the oldest events go when there is no room`() {
        var queue = OutputQueue(limit: 15, header: bytes("head\n"))
        #expect(queue.append(bytes("one\n")) == 0)
        #expect(queue.append(bytes("two\n")) == 0)
        #expect(queue.append(bytes("three\n")) == 1)
        #expect(queue.append(bytes("four\nfour\n")) == 2)
        #expect(queue.count == 15)
        #expect(drain(&queue, by: 4) == "head\nfour\nfour\n")
    }

    @Test func `what has begun to be written is finished`() {
        var queue = OutputQueue(limit: 8, header: [])
        #expect(queue.append(bytes("one\n")) == 0)
        #expect(queue.next(upTo: 2) == bytes("on")[...])
        queue.removeFirst(2)
        #expect(queue.append(bytes("three\n")) == 0)
        #expect(queue.append(bytes("six\n")) == 1)
        #expect(drain(&queue, by: 100) == "e\nsix\n")
    }

    @Test func `an event wider than the queue goes itself`() {
        var queue = OutputQueue(limit: 8, header: [])
        #expect(queue.append(bytes("one\n")) == 0)
        #expect(queue.append(bytes("far too long\n")) == 1)
        #expect(drain(&queue, by: 100) == "one\n")
    }

    @Test func `a long life leaves nothing behind`() {
        var queue = OutputQueue(limit: 1000, header: [])
        for round in 0..<10_000 {
            #expect(queue.append(bytes("\(round)\n")) == 0)
            if round % 3 == 2 {
                #expect(drain(&queue, by: 5) == "\(round - 2)\n\(round - 1)\n\(round)\n")
            }
        }
    }
}
