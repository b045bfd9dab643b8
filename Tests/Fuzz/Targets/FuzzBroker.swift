import Beacons
import Board
import JSON
import Linux
import MQTT
import Notices

/// Reads the input as what an MQTT broker sends: an act, a text, and what it has kept of an earlier time, which is what the
/// bridge was then, and a topic on each further line.
func fuzzBroker(_ bytes: [UInt8]) {
    let choice = bytes.first ?? 0
    let payload = Array(bytes.dropFirst())
    readAct(payload)
    readText(payload)
    let lines = payload.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map(Array.init)
    var house = House(choice)
    house.readInfo(lines[0])
    let topics = lines.dropFirst().flatMap { line in
        let text = String(decoding: line, as: UTF8.self)
        return [text, house.topics.base + "/" + text, house.discovery(text)]
    }
    for topic in topics { house.readTopic(topic) }
    house.takeBack(topics, lines[0])
}

/// An act is written as it was read.
private func readAct(_ payload: [UInt8]) {
    guard let wish = ActionMessage(payload) else { return }
    let words = [wish.act.rawValue, wish.notice?.description].compactMap(\.self)
    let written = Array(words.joined(separator: " ").utf8)
    require(ActionMessage(written) == wish, "an act did not survive being written")
}

/// A text is written as it was read, and a mistake is one line.
private func readText(_ payload: [UInt8]) {
    if let clearing = TextClearing(payload) {
        require((1...64).contains(clearing.id?.utf8.count ?? 1), "a text is named by nothing")
        require((try? TextMessage(payload)) == nil, "a message both shows and clears")
    }
    do throws(TextMessage.Mistake) {
        let wish = try TextMessage(payload)
        require(!wish.text.isEmpty, "a text is empty")
        require((1...86_400).contains(wish.seconds ?? 1), "a time is out of its range")
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("text", wish.text)
            if let seconds = wish.seconds { writer.member("for", seconds) }
            if let level = wish.level { writer.member("level", level) }
        }
        guard writer.bytes.count <= TextMessage.limit else { return }
        require(try TextMessage(writer.bytes) == wish, "a text did not survive being written")
    } catch {
        require(!error.words.isEmpty, "a mistake has no words")
        require(error.words.utf8.count <= 400, "a mistake is endless")
        require(
            error.words.unicodeScalars.allSatisfy { $0.hazard == nil }, "a mistake is not one line")
    }
}

/// A phone, a thing and a person that are there, and what was told of them.
private struct House {
    var state: HomeState
    let topics: HomeTopics
    let told: [String: [UInt8]]

    init(_ choice: UInt8) {
        let details = BoardOptions.Detail.allCases
        var options = HomeOptions(
            topic: choice & 1 == 0 ? "Kiln" : "K\u{FC}che/\u{30A}",
            bridge: "hall", detail: details[Int(choice >> 6) % details.count],
            discoveryPrefix: choice & 2 == 0 ? "homeassistant" : nil, version: "1")
        options.takesActs = choice & 4 != 0
        options.takesTexts = choice & 8 != 0
        options.tellsBeacons = choice & 16 != 0
        state = HomeState(options)
        topics = state.topics
        if choice & 32 != 0 { Self.fill(&state) }
        told = Dictionary(
            state.held().map { ($0.topic, $0.payload) }, uniquingKeysWith: { $1 })
    }

    private static func fill(_ state: inout HomeState) {
        let at = WallTime(milliseconds: 1_772_445_842_000)
        let phone = PhoneName("Anna's iPhone", id: PhoneID("5a0c93e1"))
        let subjects: [BeaconSubject] = [
            .item(BeaconItem("keys", picture: "keys"), region: "keys"),
            .person("mara", phone: phone, isHome: true),
        ]
        state.begin()
        _ = state.take(.phone(.ready, phone, at: at), news: nil, at: at)
        for subject in subjects {
            let news = BeaconNews(.near, of: subject, zone: .near)
            _ = state.take(.beacon(news, at: at), news: nil, at: at)
        }
        state.catchUp()
    }

    func discovery(_ object: String) -> String { topics.discovery(of: object) ?? object }

    /// Which run told of a bridge, and where it told of devices, is read as it is written.
    func readInfo(_ payload: [UInt8]) {
        let instance = BridgeInfo.instance(in: payload)
        let prefix = BridgeInfo.discoveryPrefix(in: payload)
        var options = state.options
        options.instance = instance ?? ""
        options.discoveryPrefix = prefix
        var other = HomeState(options)
        let info = other.held().first { $0.topic == topics.info }?.payload ?? []
        require(isSame(BridgeInfo.instance(in: info), instance ?? ""), "a run is called otherwise")
        require(isSame(BridgeInfo.discoveryPrefix(in: info), prefix), "devices are elsewhere")
        require(
            prefix?.unicodeScalars.allSatisfy { !"+#\0\n".unicodeScalars.contains($0) } ?? true,
            "devices are nowhere")
    }

    /// A topic is of one subject at most, and written as it was read.
    func readTopic(_ topic: String) {
        let read = [
            topics.phone(in: topic).map { topics.phone($0.id, $0.leaf) },
            topics.place(in: topic).map { topics.place($0.kind, $0.slug) },
        ].compactMap(\.self)
        require(read.count <= 1, "a topic of two subjects")
        require(read.allSatisfy { isSame($0, topic) }, "another topic than was read")
        require(read.isEmpty || topics.isOurs(topic), "a topic that is ours and is not")
        require(!topics.isOurs(topic) || isInPlace(topic, topics), "somebody else's topic is ours")
        require(!topics.isOfScan(topic) || topics.isOurs(topic), "kept by somebody else")
    }

    /// Whether a topic is below the bridge's, or one where Home Assistant looks for its devices.
    private func isInPlace(_ topic: String, _ topics: HomeTopics) -> Bool {
        if topic.utf8.starts(with: "\(topics.base)/".utf8) { return true }
        let phone = PhoneID(String(topic.dropLast("/config".count).suffix(8)))
        let objects = [topics.bridgeObject] + [phone.map(topics.object)].compactMap(\.self)
        return objects.contains { isSame(topics.discovery(of: $0), topic) }
    }

    /// What is no more is taken back, and nothing else.
    mutating func takeBack(_ kept: [String], _ info: [UInt8]) {
        let found = Set(kept.filter(topics.isOfScan))
        var options = state.options
        options.discoveryPrefix = BridgeInfo.discoveryPrefix(in: info)
        let earlier = HomeTopics(options)
        let messages = state.takeBack(keptTopics: found, info: info)
        for message in messages {
            require(
                isInPlace(message.topic, topics) || isInPlace(message.topic, earlier),
                "somebody else's topic is taken back")
            switch message.kind {
            case .held:
                require(message.payload.isEmpty, "what is taken back says something")
                require(told[message.topic] == nil, "what holds is taken back")
            case .news: require(false, "what is taken back is no news")
            case .moment:
                let before = told[message.topic]
                require(before != nil, "a device that is not there")
                checkComponents(before ?? [], message.payload)
            }
        }
        let gone = Set(messages.map(\.topic))
        let here = Set(told.keys)
        require(found.isSubset(of: gone.union(here)), "what is no more stays")
        require(
            state.takeBack(keptTopics: found, info: info) == messages, "another answer another time"
        )
        require(state.held().isEmpty, "what holds is otherwise than it was")
    }

    /// What is on a device is on it still.
    private func checkComponents(_ before: [UInt8], _ after: [UInt8]) {
        let after = components(after)
        for (key, count) in components(before) {
            require(after[key] == count, "a part of a device is gone that is there")
        }
    }

    /// How many members each has: what is taken back has one alone.
    private func components(_ message: [UInt8]) -> [String: Int] {
        guard let value = try? JSONValue(parsing: message),
            case .object(let members)? = value["components"]?.content
        else {
            require(false, "a device that cannot be read")
            return [:]
        }
        return Dictionary(
            members.map { member in
                guard case .object(let parts) = member.value.content else { return (member.key, 0) }
                return (member.key, parts.count)
            }, uniquingKeysWith: { _, _ in -1 })
    }
}

/// Whether two texts have the same bytes, as brokers compare them.
private func isSame(_ one: String?, _ other: String?) -> Bool {
    one.map { Array($0.utf8) } == other.map { Array($0.utf8) }
}
