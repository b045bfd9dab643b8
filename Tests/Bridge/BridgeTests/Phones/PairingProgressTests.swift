import Expecting
import Foundation
import JSON
import Linux
import Notices
import Radio
import Support
import Testing

@testable import Bridge
@testable import Control

/// What is told while a phone pairs, from the bridge to the person.
struct PairingProgressTests {
    private static let phone = "Zoë's \u{1B}[31m\"iPhone\""

    static let all: [PairingProgress] = [
        .opened(host: "kitchen", seconds: 120), .passkey("012345", phone: phone),
        .compare("000007", phone: phone), .confirm(phone: phone),
        .oldBond(phone: phone, hasTried: true), .oldBond(phone: phone, hasTried: false),
        .oldBondRemoved(phone: phone), .oldBondKept(phone: phone, hasTried: true),
        .oldBondKept(phone: phone, hasTried: false), .withdrawn,
        .turnedAway(phone: phone), .alreadyPaired(phone: phone, isSharing: true),
        .alreadyPaired(phone: phone, isSharing: false),
        .bonded(address: "AA:00:00:00:00:01", name: phone),
        .phone(phone, state: "ready", sentence: "ready"),
        .phone("", state: "not_shared", sentence: "does not share its notifications"),
        .radio("off", sentence: "Bluetooth: the adapter is off"),
        .closed(reason: "time", sentence: "The time is over; no phone has paired"),
        .closed(reason: "time", sentence: "The time is over; no other phone has paired"),
        .closed(reason: "failed", sentence: "No phone can pair: e.g."),
    ]

    @Test(arguments: all.indices)
    func `what was told is heard as it was told`(_ index: Int) throws {
        let news = Self.all[index]
        let heard = try #require(try PairingProgress(JSONValue(parsing: news.line)))
        expect(heard.sentence, is: news.sentence)
        expect(heard.line, is: news.line)
        expect(heard.isQuestion, is: news.isQuestion)
    }

    @Test(arguments: [(false, "no phone has paired"), (true, "no other phone has paired")])
    func `a window that ends by time does not deny the phones that are here`(
        isBeside: Bool, words: String
    ) {
        let news = PairingProgress(.time, isBeside: isBeside)
        expect(news.sentence, is: "The time is over; \(words).")
        expect(
            PairingProgress(.refused, isBeside: isBeside).sentence, is: "The phone was turned away."
        )
    }

    @Test(arguments: [
        #"{"v":1,"event":"bye"}"#, #"{"event":"added","title":"x"}"#, "{}", "[]", "1",
        #"{"event":7}"#,
    ])
    func `anything else is no news of pairing`(_ line: String) throws {
        #expect(try PairingProgress(JSONValue(parsing: Array(line.utf8))) == nil)
    }

    @Test(arguments: all.indices)
    func `everything that is told of a pairing has its row`(_ index: Int) throws {
        let line = String(decoding: Self.all[index].line, as: UTF8.self)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let event = try #require(object["event"] as? String)
        let section = try Checkout.text("Docs/reference/control.md").components(
            separatedBy: "\n## "
        )
        .first { $0.hasPrefix("Pairing") }
        let rows = (section ?? "").split(separator: "\n").filter { $0.hasPrefix("| `\(event)` |") }
        let keys = Set(object.keys).subtracting(["event", "says"])
        let fitting = rows.filter { row in
            let cell = row.split(separator: "|", omittingEmptySubsequences: false)[2]
            let named = Set(
                cell.split(separator: ",").compactMap {
                    $0.split(separator: "`").dropFirst().first.map(String.init)
                })
            return named == keys
        }
        expect(fitting.count, is: 1, "\(line)")
        if let reason = object["reason"] as? String {
            expect(fitting.first?.contains("`\(reason)`"), is: true)
        }
    }
}

/// A phone in the list, from the bridge to the person.
struct PhoneLineTests {
    @Test(arguments: [
        #"{"address":"AA","phone_id":"5a0c93e1","name":"Zoe","connected":false}"#,
        #"{"address":"AA","phone_id":"5a0c93e1","name":"Zoe","bonded":true,"connected":true,"battery":80,"#
            + #""words":"ready","since":"\#(WallTime.now.timestamp)"}"#,
        #"{"address":"AA","phone_id":"5a0c93e1","name":"\u001b[31m","bonded":false,"connected":false}"#,
    ])
    func `a line is read as it was written`(_ line: String) throws {
        let value = try JSONValue(parsing: Array(line.utf8))
        let phone = PhoneLine(BondedPhone(gently: value))
        expect(phone.line, is: line + "\n")
        #expect(!phone.sentence.contains("\u{1B}"))
    }
}
