import Expecting
import Support
import Testing

@testable import Linux

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
        for text in ["one\n", "two\n", "three\n"] { expect(queue.append(bytes(text)), is: 0) }
        expect(queue.count, is: 19)
        expect(drain(&queue, by: size), is: "head\none\ntwo\nthree\n")
        expect(queue.count, is: 0)
    }

    @Test func `the oldest events go when there is no room`() {
        var queue = OutputQueue(limit: 15, header: bytes("head\n"))
        expect(queue.append(bytes("one\n")), is: 0)
        expect(queue.append(bytes("two\n")), is: 0)
        expect(queue.append(bytes("three\n")), is: 1)
        expect(queue.append(bytes("four\nfour\n")), is: 2)
        expect(queue.count, is: 15)
        expect(drain(&queue, by: 4), is: "head\nfour\nfour\n")
    }

    @Test func `what has begun to be written is finished`() {
        var queue = OutputQueue(limit: 8, header: [])
        expect(queue.append(bytes("one\n")), is: 0)
        expect(queue.next(upTo: 2), is: bytes("on")[...])
        queue.removeFirst(2)
        expect(queue.append(bytes("three\n")), is: 0)
        expect(queue.append(bytes("six\n")), is: 1)
        expect(drain(&queue, by: 100), is: "e\nsix\n")
    }

    @Test func `an event wider than the queue goes itself`() {
        var queue = OutputQueue(limit: 8, header: [])
        expect(queue.append(bytes("one\n")), is: 0)
        expect(queue.append(bytes("far too long\n")), is: 1)
        expect(drain(&queue, by: 100), is: "one\n")
    }

    @Test func `what must be kept stays, and the reader is told of what went`() {
        var queue = OutputQueue(limit: 14) { Array("-\($0)\n".utf8) }
        expect(queue.append(bytes("one\n")), is: 0)
        expect(queue.appendKept(bytes("kept\n")), is: 0)
        expect(queue.append(bytes("two\n")), is: 0)
        expect(queue.append(bytes("three\n")), is: 2)
        expect(queue.keptBytes, is: 5)
        expect(queue.appendKept(bytes("more\n")), is: 1)
        expect(drain(&queue, by: 3), is: "-3\nkept\nmore\n")
        expect(queue.keptBytes, is: 0)
        expect(queue.append(bytes("four\n")), is: 0)
        expect(drain(&queue, by: 100), is: "four\n")
    }

    @Test func `kept lines that do not fit are refused and nothing goes for them`() {
        var queue = OutputQueue(limit: 10) { Array("-\($0)\n".utf8) }
        expect(queue.append(bytes("one\n")), is: 0)
        expect(queue.appendKept(bytes("far too long\n")), is: nil)
        expect(queue.appendKept(bytes("kept\n")), is: 0)
        expect(queue.appendKept(bytes("again\n")), is: nil)
        expect(drain(&queue, by: 100), is: "one\nkept\n")
    }

    @Test func `the reader is told even where nothing else waits`() {
        var queue = OutputQueue(limit: 3) { Array("-\($0)\n".utf8) }
        expect(queue.append(bytes("one\n")), is: 1)
        #expect(!queue.isEmpty)
        expect(drain(&queue, by: 100), is: "-1\n")
        #expect(queue.isEmpty)
    }

    @Test func `any mixture comes out whole, in order and within the limit`() {
        var random = RepeatableRandom(seed: 7)
        var queue = OutputQueue(limit: 60) { Array("lost \($0)\n".utf8) }
        var (out, kept, events) = ([UInt8](), 0, 0)
        for _ in 0..<20_000 {
            switch random.next() % 4 {
            case 0:
                if queue.appendKept(bytes("k \(kept)\n")) != nil { kept += 1 }
            case 1, 2:
                _ = queue.append(bytes("e \(events)\n"))
                events += 1
            default:
                let part = queue.next(upTo: Int(random.next() % 30) + 1)
                out += part
                queue.removeFirst(part.count)
            }
            #expect(queue.keptBytes <= 60)
        }
        out += drain(&queue, by: 7).utf8
        var (nextKept, nextEvent, lost) = (0, 0, 0)
        for line in String(decoding: out, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            let number = Int(words[1]) ?? -1
            switch words[0] {
            case "k":
                expect(number, is: nextKept)
                nextKept += 1
            case "e":
                #expect(number >= nextEvent)
                nextEvent = number + 1
            default: lost += number
            }
        }
        expect(nextKept, is: kept)
        let shown = String(decoding: out, as: UTF8.self).split(separator: "\n")
            .count { $0.hasPrefix("e ") }
        expect(shown + lost, is: events)
    }

    @Test(arguments: [1, 3, 20, 1000])
    func `a line in parts is not interrupted`(_ size: Int) {
        var queue = OutputQueue(limit: 60) { Array("-\($0)\n".utf8) }
        expect(queue.append(bytes("one\n")), is: 0)
        let parts = ["{", String(repeating: "x", count: 40), "}\n"].map { SharedBytes(bytes($0)) }
        expect(queue.appendKept(parts), is: 0)
        expect(queue.keptBytes, is: 43)
        expect(queue.append(bytes("two, which is too long\n")), is: 1)
        expect(queue.append(bytes("three\n")), is: 0)
        let shown = drain(&queue, by: size).split(separator: "\n").filter { !$0.hasPrefix("-") }
        expect(shown, is: ["one", "{\(String(repeating: "x", count: 40))}", "three"])
        expect(queue.unreadKeptBytes, is: 0)
    }

    @Test func `what is kept counts until it is written`() {
        var queue = OutputQueue(limit: 1000)
        expect(queue.appendKept(bytes(String(repeating: "x", count: 99) + "\n")), is: 0)
        expect(queue.unreadKeptBytes, is: 100)
        queue.removeFirst(queue.next(upTo: 30).count)
        expect(queue.unreadKeptBytes, is: 70)
        expect(queue.keptBytes, is: 0)
        expect(drain(&queue, by: 30).count, is: 70)
        expect(queue.unreadKeptBytes, is: 0)
    }

    @Test(
        arguments: [
            (0, 100, true, "", "nothing of it was written"),
            (2, 100, true, "e\n", "the rest of a line is"),
            (4, 100, true, "", "a line is over"),
            (6, 100, true, "o\n", "so is that of the next"),
            (10, 5, false, "", "a rest that is too long goes as well"),
            (10, 100, true, String(repeating: "x", count: 38) + "\n", "one that is not stays"),
        ])
    func `what waits is forgotten up to the end of a line`(
        _ written: Int, _ most: Int, _ endsLine: Bool, _ rest: String, _ why: String
    ) {
        let tally = ByteTally()
        var queue = OutputQueue(limit: 1000)
        for text in ["one\n", "two\n", String(repeating: "x", count: 40) + "\n", "four\n"] {
            expect(queue.append(SharedBytes(bytes(text), in: tally)), is: 0)
        }
        var left = written
        while left > 0 {
            let portion = queue.next(upTo: left)
            queue.removeFirst(portion.count)
            left -= portion.count
        }
        expect(queue.abandon(keepingUpTo: most), is: endsLine, "\(why)")
        expect(tally.count, is: 0, "\(why)")
        expect(queue.append(bytes("five\n")), is: 0)
        expect(drain(&queue, by: 7), is: rest + "five\n", "\(why)")
    }

    @Test func `bytes that several queues hold are counted once, and no longer than that`() {
        let tally = ByteTally()
        var queues = (0..<5).map { _ in OutputQueue(limit: 1 << 20) }
        var line: SharedBytes? = SharedBytes([UInt8](repeating: 0x0A, count: 100_000), in: tally)
        for index in queues.indices {
            if let line { expect(queues[index].append(line), is: 0) }
        }
        line = nil
        #expect(tally.count >= 100_000 && tally.count < 101_000)
        for index in queues.indices {
            queues[index].removeFirst(queues[index].next(upTo: 1000).count)
            #expect(queues[index].ownBytes < 1000, "what is being written is held for all as well")
        }
        #expect(tally.count < 101_000)
        queues.removeLast(4)
        #expect(tally.count >= 100_000)
        _ = drain(&queues[0], by: 10_000)
        expect(tally.count, is: 0)
        tally.add(7)
        tally.add(-3)
        expect(tally.count, is: 4)
    }

    @Test func `a long life leaves nothing behind`() {
        var queue = OutputQueue(limit: 1000, header: [])
        for round in 0..<10_000 {
            expect(queue.append(bytes("\(round)\n")), is: 0)
            if round % 3 == 2 {
                expect(drain(&queue, by: 5), is: "\(round - 2)\n\(round - 1)\n\(round)\n")
            }
        }
    }
}
