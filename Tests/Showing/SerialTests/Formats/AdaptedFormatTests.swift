import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Testing

@testable import Formats
@testable import Serial

struct AdaptedFormatTests {
    @Test func `classic is the book's four lines with the ends of the wire`() {
        let lines = fields([
            "kind": "SOCIAL", "1": "\r\n", "source": "ns", "2": "\r\n", "fetched": "done",
            "3": "\r\n", "number": "0000002A", "space": " ", "who": "Zoe Muller", "4": "\r\n",
        ])
        expect(spokenText(.classic, [Events.ordinary]), is: lines)
        #expect(spoken(.classic, [Events.removed]).isEmpty)
    }

    @Test func `classic is cut at the width`() {
        let style = SerialStyle(width: 12, lineEnd: .lf)
        expect(
            spokenText(.classic, [Events.ordinary], style), is: "SOCIAL\nns\ndone\n0000002A Zo~\n")
    }

    @Test func `json is the same line as elsewhere`() {
        let format = JSONFormat(showsSource: false)
        for event in Events.all {
            let line = format.lines(for: event, columns: nil)
            let style = SerialStyle(charset: .utf8, width: 10, lineEnd: .lf)
            expect(spoken(.json, [event], style), is: line)
        }
    }

    @Test(arguments: [Charset.ascii, .latin1, .cp437])
    func `json without UTF-8 escapes and loses nothing`(_ charset: Charset) throws {
        for event in [Events.ordinary, Events.emoji, Events.rightToLeft, Events.punctuated] {
            let line = spoken(.json, [event], SerialStyle(charset: charset))
            #expect(line.dropLast(2).allSatisfy { (0x20...0x7E).contains($0) })
            let whole = JSONFormat(showsSource: false).lines(for: event, columns: nil)
            let said = try JSONSerialization.jsonObject(with: Data(line)) as? NSDictionary
            let meant = try JSONSerialization.jsonObject(with: Data(whole)) as? NSDictionary
            #expect(said != nil && said == meant)
        }
    }

    @Test func `json tells a heartbeat and a loss`() {
        var format = SerialFormatName.json.make(SerialStyle(lineEnd: .lf))
        let beat = String(decoding: format.heartbeat(at: Events.at), as: UTF8.self)
        expect(stable(beat), is: #"{"v":1,"event":"heartbeat","at":"T"}"# + "\n")
        let loss = String(decoding: format.loss(of: 12, at: Events.at), as: UTF8.self)
        expect(stable(loss), is: #"{"v":1,"event":"lost","at":"T","count":12}"# + "\n")
    }
}
