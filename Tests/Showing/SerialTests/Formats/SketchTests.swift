import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Outlets
@testable import Serial

/// `Docs/examples/serial/nmea-reader.ino` as a microcontroller runs it: compiled with the few calls of Arduino
/// that it needs, and fed what the format says.
@Suite(
    .enabled(if: Sketch.compiler != nil, "no C++ compiler in PATH to build the sketch with"))
struct SketchTests {
    private static let first = NoticeID(rawValue: 1).description

    private func call(
        _ change: NoticeChange, _ id: UInt64, _ title: String = "Zoe"
    ) -> BridgeEvent {
        let states: [NoticeChange: Call.State] = [
            .answered: .answered, .ended: .ended, .missed: .missed,
        ]
        let call = Call(state: states[change] ?? .ringing)
        return .notice(
            change, otherNotice(id, Category(.incomingCall), title: title, call: call),
            at: Events.at)
    }

    /// What the format says when the port has come, and of events.
    private func said(_ events: [BridgeEvent]) -> [UInt8] {
        var format = SerialFormatName.nmea.make(SerialStyle())
        return format.begin(at: Events.at).flatMap(\.bytes) + spoken(.nmea, events)
    }

    /// The sentences in this, each with its end.
    private func sentences(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x0A).map { $0 + [0x0A] }
    }

    @Test func `who calls and what came is shown`() throws {
        let long = String(repeating: "much to say, ", count: 11) + "*"
        let message = Events.notice(message: Words(Array(long.utf8)))
        let shown = try Sketch.shows(
            said([Events.ringing, Events.answered, Events.event(.added, message), Events.ready]))
        expect(
            shown,
            is: [
                "LED 0", "LED 1", "ringing CALL Davidson Ro", "LED 0",
                "answered ACTIVE Davidson Ro", "added SOCIAL Zoe Muller", long,
            ])
    }

    @Test(arguments: [
        (NoticeChange.answered, true), (.ended, true), (.missed, true), (.removed, true),
        (.forgotten, true), (.modified, false),
    ])
    func `the LED is lit for the call that rang last`(_ end: NoticeChange, _ isEnd: Bool) throws {
        let two = [call(.ringing, 1), call(.ringing, 2)]
        let other = try Sketch.lights(said(two + [call(end, 1)]))
        expect(other, is: [0, 1, 1], "another call does not put it out")
        let own = try Sketch.lights(said(two + [call(end, 2)]))
        expect(own, is: [0, 1, 1] + (isEnd ? [0] : []))
    }

    @Test func `the LED goes out where the bridge begins anew or ends`() throws {
        var format = SerialFormatName.nmea.make(SerialStyle())
        let ends = [format.begin(at: Events.at).flatMap(\.bytes), format.end(at: Events.at)]
        for sentence in ends {
            try expect(Sketch.lights(spoken(.nmea, [call(.ringing, 1)]) + sentence), is: [1, 0])
        }
    }

    @Test func `a loss puts out no call that rings`() throws {
        var format = SerialFormatName.nmea.make(SerialStyle())
        let loss = format.loss(of: 3, at: Events.at)
        // At a return of the port the call is said before what was lost.
        try expect(Sketch.lights(said([call(.ringing, 1)]) + loss), is: [0, 1])
        let over = spoken(.nmea, [call(.ended, 1)])
        try expect(Sketch.lights(said([call(.ringing, 1)]) + loss + over), is: [0, 1, 0])
    }

    @Test func `a call whose end was lost is lit for a minute and a half`() throws {
        let ring = spoken(.nmea, [call(.ringing, 1)])
        let end = spoken(.nmea, [call(.ended, 1)])
        let seconds = { (count: Int) in [UInt8](repeating: Sketch.second, count: count) }
        try expect(Sketch.lights(ring + seconds(89)), is: [1])
        try expect(Sketch.lights(ring + seconds(91)), is: [1, 0])
        try expect(Sketch.lights(ring + seconds(300) + end), is: [1, 0])
        // Each ring begins the time anew, and where none rings there is nothing to put out.
        try expect(Sketch.lights(ring + seconds(60) + ring + seconds(60)), is: [1, 1])
        try expect(Sketch.lights(ring + end + seconds(300)), is: [1, 0])
        try expect(Sketch.lights(seconds(300)), is: [])
    }

    @Test(arguments: 0..<4)
    func `a name of which a part is lost is not shown`(_ lost: Int) throws {
        let name = (0..<15).map { "name\($0)" }.joined(separator: "-")
        var parts = sentences(spoken(.nmea, [call(.ringing, 1, name)]))
        expect(parts.count, is: 3)
        let next = sentences(spoken(.nmea, [call(.ringing, 2, name.uppercased())]))
        if lost < 3 { parts.remove(at: lost) }
        let shown = try Sketch.shows((parts + next).flatMap(\.self)).filter { $0 != "LED 1" }
        let whole = "ringing CALL \(name.uppercased())"
        // The last part is what shows that one before it is missing.
        let before = ["ringing CALL ", "ringing CALL ", nil, "ringing CALL \(name)"][lost]
        expect(shown, is: [before, whole].compactMap(\.self))
    }

    @Test func `parts of two names are not put together`() throws {
        let name = String(repeating: "a", count: 70)
        let one = sentences(spoken(.nmea, [call(.ringing, 1, name)]))
        let two = sentences(spoken(.nmea, [call(.ringing, 2, name.uppercased())]))
        #expect(one.count == 2 && two.count == 2)
        let shown = try Sketch.shows(one[0] + two[1])
        expect(shown, is: ["LED 1", "LED 1", "ringing CALL "])
    }

    @Test(arguments: [
        ("$CBEVT,1,1,a,ringing,CALL,Zoe*00\r\n", "a wrong checksum"),
        ("$CBEVT,1,1,a,ringing,CALL,Zoe\r\n", "none"), ("*00\r\n", "no beginning"),
        ("$*0x\r\n", "digits that are none"), ("$*00\r\n", "nothing inside"),
        ("$" + String(repeating: "x", count: 300) + "*00\r\n", "too long"),
        ("$CBEVT,1,1,a,ringing\n", "cut off"), ("\u{0}\u{0}\n", "zeros"),
        ("$,,,,,,,,,,,,,*2C\r\n", "commas alone"), ("$CBEVT*46\r\n", "no fields"),
    ])
    func `what is broken is passed over`(_ broken: String, _ why: String) throws {
        let whole = spoken(.nmea, [call(.ringing, 1)])
        let expected = ["LED 1", "ringing CALL Zoe"]
        try expect(Sketch.shows(Array(broken.utf8) + whole), is: expected, "\(why)")
        // Half a sentence, which the next one ends.
        let half = Array(broken.utf8.prefix { $0 != 0x0D && $0 != 0x0A }.prefix(60))
        try expect(Sketch.shows(half + whole), is: expected, "\(why)")
    }

    @Test func `whatever comes, nothing is written beyond its place`() throws {
        let events = Events.all + Trouble.events(seed: 21, count: 300)
        var bytes = said(events)
        _ = try Sketch.shows(bytes)
        // Each twentieth byte is another one, and some are missing.
        for index in stride(from: 7, to: bytes.count, by: 20) {
            bytes[index] ^= UInt8(index & 0x7F)
        }
        for index in stride(from: 190, to: bytes.count, by: 200).reversed() {
            bytes.remove(at: index)
        }
        _ = try Sketch.shows(bytes)
        // Sentences with right checksums that no format of this house says.
        let forged = ["CBEVT,9,9", "CBEVT,1,1,,,,", "CBTXT,-1,-1,,", "CBTXT,1,1,\(Self.first),^"]
        for body in forged + [
            "CBTXT,1,1,a,^4", "CBEVT,99,99,\(String(repeating: "i", count: 60)),,,",
        ] {
            _ = try Sketch.shows(NMEASentence.sentence([body]))
        }
    }
}

/// The sketch as a program.
enum Sketch {
    struct Failure: Error {
        let words: String
    }

    /// A compiler of C++, which comes with Swift.
    static let compiler: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let places = ["clang++", "g++", "c++"].flatMap { name in
            folders.map { URL(filePath: "\($0)/\(name)") }
        }
        return places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// A byte that is no byte, but a second in which nothing comes.
    static let second: UInt8 = 1

    /// What the sketch needs of an Arduino: its second UART is what comes in, the first what goes out.
    private static let arduino = #"""
        #include <cctype>
        #include <cstdint>
        #include <cstdio>
        #include <cstdlib>
        #include <cstring>
        typedef unsigned char byte;
        enum { LOW, HIGH, OUTPUT, LED_BUILTIN };
        static void pinMode(int, int) {}
        static void digitalWrite(int, int level) { printf("LED %d\n", level); }
        // The clock of such a board begins anew after seven weeks; here that is soon.
        static uint32_t now = UINT32_MAX - 20000;
        uint32_t millis() { return now; }
        struct Port {
          void begin(long) {}
          int available() {
            int c = getchar();
            if (c == 1) now += 1000;
            if (c == 1 || c == EOF) return 0;
            ungetc(c, stdin);
            return 1;
          }
          int read() { return getchar(); }
          void print(char c) { putchar(c); }
          void print(const char *text) { fputs(text, stdout); }
          void println(const char *text) { puts(text); }
        };
        static Port Serial, Serial1;

        """#

    private static let program = Result { try build() }

    private static func build() throws -> URL {
        guard let compiler else { throw Failure(words: "no compiler") }
        let sketch = try Checkout.text("Docs/examples/serial/nmea-reader.ino")
        // As the Arduino program does, functions are made known before the first of them.
        let lines = sketch.split(separator: "\n", omittingEmptySubsequences: false)
        let functions = lines.filter { $0.wholeMatch(of: /(void|bool|int) \w+\(.*\) \{/) != nil }
        guard let first = functions.first, let place = lines.firstIndex(of: first) else {
            throw Failure(words: "no function")
        }
        let prototypes = functions.map { $0.dropLast(2) + ";" }
        let source =
            arduino
            + (lines[..<place] + prototypes + lines[place...]).joined(separator: "\n")
            + "\nint main() { setup(); while (!feof(stdin)) loop(); }\n"
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "callboard-sketch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "sketch.cpp")
        try source.write(to: file, atomically: true, encoding: .utf8)
        let program = folder.appending(path: "sketch")
        _ = try run(
            compiler,
            [
                "-std=c++11", "-Wall", "-Wextra", "-Werror", "-funsigned-char",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all", "-D_FORTIFY_SOURCE=2", "-O1", "-o", program.path,
                file.path,
            ], input: [])
        return program
    }

    /// The lines that the sketch shows of bytes, its LED among them.
    static func shows(_ bytes: [UInt8]) throws -> [String] {
        let shown = try run(program.get(), [], input: bytes)
        return shown.split(separator: "\n").map(String.init)
    }

    /// What the LED does meanwhile.
    static func lights(_ bytes: [UInt8]) throws -> [Int] {
        try shows(bytes).filter { $0.hasPrefix("LED ") }.compactMap { Int($0.dropFirst(4)) }
    }

    private static func run(_ program: URL, _ arguments: [String], input: [UInt8]) throws -> String
    {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "callboard-sketch-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let shown = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(words: String(decoding: shown.prefix(2000), as: UTF8.self))
        }
        return String(decoding: shown, as: UTF8.self)
    }
}
