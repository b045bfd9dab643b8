import ContractSupport
import Expecting
import Notices
import Support
import Testing

@testable import Control

/// Requests as lines.
struct MessageTests {
    private func parse(_ line: String) throws(ControlMessage.Mistake) -> ControlMessage {
        try ControlMessage(parsing: Array(line.utf8), number: 3)
    }

    private func same(_ one: ControlMessage, _ other: ControlMessage) -> Bool {
        one.id == other.id && one.request.isSame(as: other.request)
    }

    @Test(arguments: [
        (#"{"do":"status"}"#, ControlMessage(StatusRequest())),
        (#" { "id" : -1 , "do" : "phones" } "#, ControlMessage(PhonesRequest(), id: .number(-1))),
        (#"{"do":"apps","id":"é"}"#, ControlMessage(AppsRequest(), id: .text("é"))),
        (#"{"do":"code"}"#, ControlMessage(CodeRequest())),
        (#"{"do":"code","wait":60}"#, ControlMessage(CodeRequest(wait: 60))),
        (#"{"do":"tail"}"#, ControlMessage(TailRequest())),
        (
            #"{"do":"tail","recent":5,"categories":["email"],"apps":["a","b"],"phones":[],"source":true}"#,
            ControlMessage(
                TailRequest(recent: 5, categories: ["email"], apps: ["a", "b"], source: true))
        ),
        (#"{"do":"act","action":"decline"}"#, ControlMessage(ActRequest(.decline))),
        (#"{"do":"media","command":"pause"}"#, ControlMessage(MediaRequest(.pause))),
        (
            #"{"do":"act","action":"clear","notice":"004hmasw9nf6y"}"#,
            ControlMessage(ActRequest(.clear, notice: "004hmasw9nf6y"))
        ),
        (#"{"do":"pair"}"#, ControlMessage(PairRequest())),
        (
            #"{"do":"pair","method":"passkey","seconds":60}"#,
            ControlMessage(PairRequest(method: .passkey, seconds: 60))
        ),
        (#"{"do":"reply","yes":false}"#, ControlMessage(ReplyRequest(isYes: false))),
        (#"{"do":"forget","phone":"Anna's"}"#, ControlMessage(ForgetRequest(phone: "Anna's"))),
        (#"{"do":"test_port","port":"sign"}"#, ControlMessage(TestPortRequest(port: "sign"))),
        (#"{"do":"test_displays"}"#, ControlMessage(TestDisplaysRequest())),
        (
            #"{"do":"test_displays","display":"lcd"}"#,
            ControlMessage(TestDisplaysRequest(display: "lcd"))
        ),
        (#"{"do":"test_outlet","outlet":"led"}"#, ControlMessage(TestOutletRequest(outlet: "led"))),
        (#"{"do":"tail","board":true}"#, ControlMessage(TailRequest(board: true))),
        (#"{"do":"tail","range":true}"#, ControlMessage(TailRequest(range: true))),
        (#"{"do":"beacons"}"#, ControlMessage(BeaconsRequest())),
        (#"{"do":"beacons","listen":5}"#, ControlMessage(BeaconsRequest(listen: 5))),
        (
            #"{"do":"broadcast","uuid":"u","major":1,"minor":65535}"#,
            ControlMessage(BroadcastRequest(uuid: "u", major: 1, minor: 65_535))
        ),
        (
            #"{"do":"broadcast","uuid":"u","major":0,"minor":0,"power":-59,"interval":100}"#,
            ControlMessage(
                BroadcastRequest(uuid: "u", major: 0, minor: 0, power: -59, interval: 100))
        ),
        (
            #"{"do":"companion","name":"mqtt","works":true,"words":"w"}"#,
            ControlMessage(AddOnRequest(name: "mqtt", works: true, words: "w"))
        ),
        (
            #"{"do":"companion","name":"m","works":false,"words":"w","since":"s","trouble":"t","waiting":3,"lost":4}"#,
            ControlMessage(
                AddOnRequest(
                    name: "m", works: false, words: "w", since: "s", trouble: "t", waiting: 3,
                    lost: 4))
        ),
        (#"{"do":"reload"}"#, ControlMessage(ReloadRequest())),
        (
            #"{"do":"mute","app":"Mail"}"#,
            ControlMessage(MuteRequest(app: "Mail"))
        ),
        (
            #"{"do":"mute","app":"Mail","seconds":60}"#,
            ControlMessage(MuteRequest(app: "Mail", seconds: 60))
        ),
        (
            #"{"do":"mute","app":"Mail","until":"2026-11-23T18:00:00+01:00"}"#,
            ControlMessage(MuteRequest(app: "Mail", until: "2026-11-23T18:00:00+01:00"))
        ),
        (#"{"do":"unmute","app":"Mail"}"#, ControlMessage(UnmuteRequest(app: "Mail"))),
        (#"{"do":"unmute","all":true}"#, ControlMessage(UnmuteRequest(app: nil))),
        (#"{"do":"show","text":"Tea\nnow"}"#, ControlMessage(ShowRequest(ShownText("Tea\nnow")))),
        (
            #"{"do":"show","text":"Tea","seconds":86400,"level":"quiet"}"#,
            ControlMessage(ShowRequest(ShownText("Tea", seconds: 86_400, level: .quiet)))
        ),
        (
            #"{"do":"show","text":"Tea","level":"normal","clear":false}"#,
            ControlMessage(ShowRequest(ShownText("Tea")))
        ),
        (
            #"{"do":"show","text":"Tea","level":"urgent"}"#,
            ControlMessage(ShowRequest(ShownText("Tea", level: .urgent)))
        ),
        (#"{"do":"show","clear":true}"#, ControlMessage(ShowRequest(nil))),
        (#"{"do":"outbox","begin":true}"#, ControlMessage(OutboxRequest(nil))),
        (#"{"do":"outbox"}"#, ControlMessage(OutboxRequest(OutboxOperation()))),
        (
            #"{"do":"outbox","agreed":0,"received":9223372036854775807,"limit":500,"wait":3600}"#,
            ControlMessage(
                OutboxRequest(OutboxOperation(agreed: 0, received: .max, limit: 500, wait: 3600)))
        ),
        (#"{"do":"history"}"#, ControlMessage(HistoryRequest())),
        (#"{"do":"history","limit":1,"calls":false}"#, ControlMessage(HistoryRequest(limit: 1))),
        (
            #"{"do":"history","words":"\"see you\" 8","since":"a","until":"b","calls":true,"limit":200,"before":"c"}"#,
            ControlMessage(
                HistoryRequest(
                    words: "\"see you\" 8", since: "a", until: "b", calls: true, limit: 200,
                    before: "c"))
        ),
        (
            #"{"do":"history","words":"w","codes":"hide"}"#,
            ControlMessage(HistoryRequest(words: "w", codes: .hide))
        ),
        (#"{"do":"history","codes":"show"}"#, ControlMessage(HistoryRequest())),
        (#"{"do":"stats"}"#, ControlMessage(StatisticsRequest())),
        (#"{"do":"stats","as":"json"}"#, ControlMessage(StatisticsRequest())),
        (
            #"{"do":"stats","since":"a","until":"b","as":"svg"}"#,
            ControlMessage(StatisticsRequest(since: "a", until: "b", as: .svg))
        ),
    ])
    func `a request is read, and reads the same when it is written`(
        _ line: String, _ message: ControlMessage
    ) throws {
        try expect(same(parse(line), message), is: true)
        let written = message.line
        #expect(written.last == 0x0A && written.count { $0 == 0x0A } == 1)
        try expect(same(ControlMessage(parsing: Array(written.dropLast())), message), is: true)
    }

    @Test(arguments: [true, false])
    func `a batch that was received may be one that was refused`(_ isRefused: Bool) throws {
        var outbox = OutboxOperation(received: 7)
        outbox.isRefused = isRefused
        let line = #"{"do":"outbox","received":7,"refused":\#(isRefused)}"#
        let message = ControlMessage(OutboxRequest(outbox))
        try expect(same(parse(line), message), is: true)
        try expect(
            same(ControlMessage(parsing: Array(message.line.dropLast())), message), is: true)
    }

    @Test(
        arguments: [
            (TailRequest(), #"{"do":"tail"}"#),
            (CodeRequest(), #"{"do":"code"}"#),
            (UnmuteRequest(app: nil), #"{"do":"unmute","all":true}"#),
            (ShowRequest(ShownText("Tea")), #"{"do":"show","text":"Tea"}"#),
            (OutboxRequest(OutboxOperation()), #"{"do":"outbox"}"#),
            (HistoryRequest(), #"{"do":"history"}"#),
            (
                AddOnRequest(name: "m", works: true, words: "w"),
                #"{"do":"companion","name":"m","works":true,"words":"w"}"#
            ),
            (
                AddOnRequest(name: "m", works: false, words: "w", waiting: 1, lost: 1),
                #"{"do":"companion","name":"m","works":false,"words":"w","waiting":1,"lost":1}"#
            ),
        ] as [(any ControlRequest, String)])
    func `what is usual is not written`(_ request: any ControlRequest, _ line: String) {
        expect(String(decoding: ControlMessage(request).line, as: UTF8.self), is: line + "\n")
    }

    @Test(arguments: [
        ("", "line 3, column 1: the text ends where a value is due"),
        ("[]", "line 3: must be an object, not an array"),
        ("{}", "line 3: do: this field is missing"),
        (#"{"do":7}"#, "line 3: do: must be a string, not a number"),
        (#"{"do":"stauts"}"#, #"line 3: do: "stauts" is not a request; did you mean "status"?"#),
        (
            #"{"do":"status","idd":1}"#,
            #"line 3: idd: there is no such field; did you mean "id"?"#
        ),
        (
            #"{"do":"tail","category":["x"]}"#,
            #"line 3: category: there is no such field; did you mean "categories"?"#
        ),
        (
            #"{"do":"tail","recent":1001}"#,
            "line 3: recent: must be a whole number from 0 to 1000, not 1001"
        ),
        (#"{"do":"tail","apps":["a",""]}"#, "line 3: apps[1]: must not be empty"),
        (#"{"do":"tail","apps":"a"}"#, "line 3: apps: must be an array, not a string"),
        (#"{"do":"act"}"#, "line 3: action: this field is missing"),
        (
            #"{"do":"act","action":"eat"}"#,
            #"line 3: action: "eat" is not an action; allowed: answer, decline, clear"#
        ),
        (
            #"{"do":"pair","seconds":0}"#,
            "line 3: seconds: must be a whole number from 1 to 3600, not 0"
        ),
        (#"{"do":"reply"}"#, "line 3: yes: this field is missing"),
        (#"{"do":"reply","yes":"yes"}"#, "line 3: yes: must be true or false, not a string"),
        (#"{"do":"forget","phone":""}"#, "line 3: phone: must not be empty"),
        (#"{"do":"mute"}"#, "line 3: app: this field is missing"),
        (
            #"{"do":"mute","app":"x","seconds":1,"until":"y"}"#,
            "line 3: seconds: cannot be given with until"
        ),
        (#"{"do":"mute","app":"x","seconds":0}"#, "line 3: seconds: must be a whole number"),
        (#"{"do":"beacons","listen":61}"#, "line 3: listen: must be a whole number"),
        (
            #"{"do":"broadcast","uuid":"u","major":65536,"minor":0}"#,
            "line 3: major: must be a whole number"
        ),
        (#"{"do":"broadcast","uuid":"u","minor":0}"#, "line 3: major: this field is missing"),
        (#"{"do":"companion","name":"m","works":true}"#, "line 3: words: this field is missing"),
        (
            #"{"do":"companion","name":"m","works":1,"words":"w"}"#,
            "line 3: works: must be true or false, not a number"
        ),
        (
            #"{"do":"companion","name":"m","works":true,"words":"w","lost":-1}"#,
            "line 3: lost: must be a whole number"
        ),
        (#"{"do":"unmute","all":false}"#, "line 3: app: this field is missing"),
        (#"{"do":"unmute","app":"x","all":true}"#, "line 3: app: cannot be given with all"),
        (#"{"do":"show"}"#, "line 3: text: this field is missing"),
        (#"{"do":"show","clear":false}"#, "line 3: text: this field is missing"),
        (#"{"do":"show","text":""}"#, "line 3: text: must not be empty"),
        (
            #"{"do":"show","text":"x","seconds":0}"#,
            "line 3: seconds: must be a whole number from 1 to 86400, not 0"
        ),
        (
            #"{"do":"show","text":"x","seconds":86401}"#,
            "line 3: seconds: must be a whole number from 1 to 86400, not 86401"
        ),
        (
            #"{"do":"show","text":"x","level":"loud"}"#,
            #"line 3: level: "loud" is not a level; allowed: quiet, normal, urgent"#
        ),
        (#"{"do":"outbox","begin":true,"wait":1}"#, "line 3: wait: cannot be given with begin"),
        (
            #"{"do":"outbox","begin":true,"refused":true}"#,
            "line 3: refused: cannot be given with begin"
        ),
        (
            #"{"do":"outbox","refused":true}"#,
            "line 3: refused: cannot be given without received"
        ),
        (
            #"{"do":"tail","recent":1,"board":true}"#,
            "line 3: recent: cannot be given with board"
        ),
        (
            #"{"do":"outbox","limit":501}"#,
            "line 3: limit: must be a whole number from 1 to 500"
        ),
        (
            #"{"do":"outbox","received":-1}"#,
            "line 3: received: must be a whole number from 0 to 9223372036854775807"
        ),
        (#"{"do":"history","words":""}"#, "line 3: words: must not be empty"),
        (#"{"do":"history","words":["x"]}"#, "line 3: words: must be a string, not an array"),
        (
            #"{"do":"history","limit":0}"#,
            "line 3: limit: must be a whole number from 1 to 200, not 0"
        ),
        (
            #"{"do":"history","limit":201}"#,
            "line 3: limit: must be a whole number from 1 to 200, not 201"
        ),
        (#"{"do":"history","limit":null}"#, "line 3: limit: must be"),
        (#"{"do":"history","calls":1}"#, "line 3: calls: must be true or false, not a number"),
        (#"{"do":"history","since":1}"#, "line 3: since: must be a string, not a number"),
        (#"{"do":"history","until":""}"#, "line 3: until: must not be empty"),
        (#"{"do":"history","before":7}"#, "line 3: before: must be a string, not a number"),
        (
            #"{"do":"history","befor":"x"}"#,
            #"line 3: befor: there is no such field; did you mean "before"?"#
        ),
        (
            #"{"do":"stats","as":"png"}"#,
            #"line 3: as: "png" is not a form; allowed: json, svg, sizes"#
        ),
        (#"{"do":"stats","limit":1}"#, "line 3: limit: there is no such field"),
        (#"{"do":"show","text":"x","clear":true}"#, "line 3: text: cannot be given with clear"),
        (
            #"{"do":"show","level":"quiet","clear":true}"#,
            "line 3: level: cannot be given with clear"
        ),
        (#"{"do":"status","do":"reload"}"#, "line 3"),
        (
            #"{"do":"status"} {"do":"reload"}"#,
            "line 3, column 17: there is something after the end of the value"
        ),
        (#"{"do":"status","id":1.5}"#, "line 3: id: must be a whole number"),
        (#"{"do":"status","id":null}"#, "line 3: id: must be a text or a whole number, not null"),
        (#"{"do":"status","id":[[[[[]]]]]}"#, "line 3, column"),
    ])
    func `a mistake is told with line, field and what is meant`(_ line: String, _ says: String) {
        let mistake = #expect(throws: ControlMessage.Mistake.self) { _ = try parse(line) }
        expect(mistake?.sentence.hasPrefix(says), is: true, "\(mistake?.sentence ?? "")")
    }

    @Test func `a mistake keeps the request's name where it could be read`() {
        let mistake = #expect(throws: ControlMessage.Mistake.self) {
            _ = try parse(#"{"do":"stauts","id":"mine"}"#)
        }
        expect(mistake?.id, is: .text("mine"))
    }

    @Test func `texts and lists have limits`() throws {
        for (length, isTaken) in [(256, true), (257, false)] {
            let text = String(repeating: "x", count: length)
            let lines = [
                #"{"do":"forget","phone":"\#(text)"}"#, #"{"do":"status","id":"\#(text)"}"#,
                #"{"do":"history","before":"\#(text)"}"#, #"{"do":"stats","since":"\#(text)"}"#,
            ]
            for line in lines { expect(((try? parse(line)) != nil), is: isTaken) }
        }
        for (length, isTaken) in [(1024, true), (1025, false)] {
            let text = String(repeating: "x", count: length)
            for line in [
                #"{"do":"show","text":"\#(text)"}"#, #"{"do":"history","words":"\#(text)"}"#,
            ] {
                expect(((try? parse(line)) != nil), is: isTaken)
            }
        }
        for (count, isTaken) in [(64, true), (65, false)] {
            let list = Array(repeating: #""x""#, count: count).joined(separator: ",")
            expect(((try? parse(#"{"do":"tail","apps":[\#(list)]}"#)) != nil), is: isTaken)
        }
    }

    @Test func `each request needs a right`() {
        let words: [(ControlRight, String)] = [
            (.read, "status phones apps code tail beacons companion"),
            (
                .act,
                "act media pair reply forget mute unmute reload broadcast show test_port test_displays test_outlet"
            ),
            (.handOver, "outbox"), (.lookBack, "history stats"),
        ]
        for (right, words) in words {
            expect(
                allRequests.filter { $0.right == right }.map { $0.word },
                is: words.split(separator: " ").map(String.init))
        }
    }
}
