import Board
import Expecting
import JSON
import Linux
import Notices
import Testing

@testable import MQTT

/// The devices of Home Assistant, by the rules that it was seen to have.
struct DiscoveryTests {
    private static func messages(_ options: HomeOptions) throws -> [(
        topic: String, device: JSONValue
    )] {
        var state = HomeStateTests.state(options)
        state.tellAllAgain()
        return try state.held().filter { $0.topic.hasPrefix("homeassistant/") }.map {
            ($0.topic, try JSONValue(parsing: $0.payload))
        }
    }

    private static let all: [HomeOptions] = BoardOptions.Detail.allCases.flatMap { detail in
        [true, false].map { isOpen in
            var options = HomeStateTests.options(detail)
            options.discoveryPrefix = "homeassistant"
            options.takesActs = isOpen
            options.takesTexts = isOpen
            return options
        }
    }

    private static func members(_ value: JSONValue?) -> [JSONMember] {
        if case .object(let members) = value?.content { members } else { [] }
    }

    @Test(arguments: all)
    func `a device has what Home Assistant wants, and each entity its own name`(
        _ options: HomeOptions
    ) throws {
        let messages = try Self.messages(options)
        expect(messages.count, is: 2, "the bridge and a phone")
        for (topic, device) in messages {
            let object = topic.split(separator: "/")[2]
            #expect(object.utf8.allSatisfy { $0 == 95 || $0 == 45 || ($0 | 32) >= 97 || $0 < 58 })
            expect(device["device"]?.list("identifiers").compactMap(\.text), is: [String(object)])
            expect(device["origin"]?.text("name"), is: "callboard-mqtt")
            // One unknown key here, and the whole device is refused.
            expect(
                Set(Self.members(device).map(\.key)),
                is: ["device", "origin", "qos", "components"])
            for component in Self.members(device["components"]) {
                let value = component.value
                let platform = value.text("platform") ?? ""
                guard platform != "device_automation" else {
                    #expect(value.text("type") != nil && value.text("topic") != nil)
                    continue
                }
                expect(value.text("unique_id"), is: "\(object)_\(component.key)")
                // Both in one are refused.
                #expect(value["availability"] == nil || value["availability_topic"] == nil)
                if value.text("device_class") == "enum" { #expect(!value.list("options").isEmpty) }
                if platform == "event" { #expect(!value.list("event_types").isEmpty) }
            }
        }
    }

    @Test(arguments: BoardOptions.Detail.allCases)
    func `a phone's device is told again where it is otherwise, and only there`(
        _ detail: BoardOptions.Detail
    ) throws {
        var options = HomeStateTests.options(detail)
        options.discoveryPrefix = "homeassistant"
        var state = HomeStateTests.state(options)
        let (phone, at) = (HomeStateTests.phone, HomeStateTests.at)
        let id = try #require(phone.id)
        func told() -> [String] {
            state.held().filter { $0.topic.hasPrefix("homeassistant/") }
                .map { String(decoding: $0.payload, as: UTF8.self) }
        }
        let notice = BridgeEvent.notice(.added, HomeStateTests.notice(1), at: at)
        _ = state.take(notice, news: notice, at: at)
        expect(told(), is: [], "a notice is nothing new about it")
        _ = state.know(paired: [(id, phone.name, 80)])
        expect(told().first?.contains(#""battery""#), is: true)
        let renamed = BridgeEvent.renamed(phone.called("Work"), was: phone.name, at: at)
        _ = state.take(renamed, news: renamed, at: at)
        let again = told()
        expect(again.count, is: detail == .counts ? 0 : 1)
        expect(again.allSatisfy { $0.contains(#""name":"Work""#) }, is: true)
        state.lose()
        _ = state.held()
        #expect(
            state.withdrawal().contains {
                $0.topic == "homeassistant/device/callboard_hall_5a0c93e1/config"
            })
        state.tellAllAgain()
        expect(told().count, is: 2)
    }

    @Test func `buttons are there only where others may act, and the display where they may show`()
        throws
    {
        for options in Self.all {
            let keys = try Self.messages(options).flatMap { _, device in
                Self.members(device["components"]).map(\.key)
            }
            expect(keys.contains("answer"), is: options.takesActs)
            expect(keys.contains("display"), is: options.takesTexts)
            expect(keys.contains("last_caller"), is: options.detail != .counts)
        }
    }

    @Test func `a player is a part of the phone once it has played, with buttons for who may act`()
        throws
    {
        for mayAct in [false, true] {
            var options = HomeStateTests.options()
            options.discoveryPrefix = "homeassistant"
            options.takesActs = mayAct
            var state = HomeStateTests.state(options)
            let (phone, at) = (HomeStateTests.phone, HomeStateTests.at)
            func keys() throws -> [String] {
                let message = state.held().first { $0.topic.contains("callboard_hall_5a0c93e1") }
                let device = try message.map { try JSONValue(parsing: $0.payload) }
                return Self.members(device?["components"]).map(\.key)
            }
            state.tellAllAgain()
            expect(try keys().contains { $0.hasPrefix("media") }, is: false)
            var media = PlayedMedia()
            media.state = .playing
            _ = state.take(.media(media, phone, at: at), news: nil, at: at)
            expect(
                try keys().filter { $0.hasPrefix("media") }.sorted(),
                is: ["media"]
                    + (mayAct
                        ? [
                            "media_louder", "media_next", "media_previous", "media_softer",
                            "media_toggle",
                        ] : []))
        }
    }

    @Test func `what is left out by another choice is taken back by name`() throws {
        var options = HomeStateTests.options()
        options.discoveryPrefix = "homeassistant"
        options.takesActs = true
        var state = HomeStateTests.state(options)
        options.takesActs = false
        let messages = state.apply(options)
        let device = try JSONValue(parsing: try #require(messages.first).payload)
        let answer = device["components"]?["answer"]
        expect(Self.members(answer).map(\.key), is: ["platform"], "nothing but what it was")
        #expect(messages.allSatisfy { $0.kind == .moment }, "it is not kept")
    }

    @Test func `what tells of beacons goes with them, also after a restart`() throws {
        var options = HomeStateTests.options()
        options.discoveryPrefix = "homeassistant"
        let told = HomeStateTests.state(options)
        let info = BridgeInfo(options: told.options, phones: []).message
        options.tellsBeacons = false
        var running = told
        var begun = HomeStateTests.state(options)
        let messages = [running.apply(options), begun.takeBack(keptTopics: [], info: info)]
        for messages in messages {
            let device = try JSONValue(parsing: try #require(messages.first).payload)
            expect(
                Self.members(device["components"]?["beacons"]).map(\.key), is: ["platform"])
        }
    }
}
