import Expecting
import JSON
import Testing

@testable import MQTT

/// The rules themselves: that they find what Home Assistant was seen to refuse, and nothing in what it takes.
struct DiscoveryRulesTests {
    private static let topic = "homeassistant/device/hall/config"
    private static let sensor = #""platform":"sensor","unique_id":"u","name":"N","state_topic":"s""#
    private static let event =
        #""platform":"event","unique_id":"u","name":"N","state_topic":"s","event_types":["social"]"#
    private static let trigger =
        #""platform":"device_automation","automation_type":"trigger","type":"t","subtype":"s","topic":"e""#
    private static let button =
        #""platform":"button","unique_id":"u","name":"N","command_topic":"c""#

    private static func message(_ component: String) -> String {
        #"{"device":{"identifiers":["h"],"name":"Hall"},"origin":{"name":"c"},"qos":1,"components":{"x":{"#
            + component + "}}}"
    }

    private static func mistakes(_ text: String, topic: String = topic) -> [String] {
        DiscoveryRules(topic: topic, payload: Array(text.utf8)).mistakes
    }

    @Test(
        arguments: [
            (sensor, "a sensor"),
            (sensor + #","device_class":"enum","options":["a"]"#, "one of some words"),
            (
                sensor + #","state_class":"measurement","value_template":"{{ value_json['n'] }}""#,
                "a number"
            ),
            (
                sensor
                    + #","availability":[{"topic":"a","value_template":"{{ value_json['clear'] }}"}]"#,
                "its own availability"
            ),
            (event, "an event"), (button, "a button"), (trigger, "a trigger"),
            (#""platform":"sensor""#, "what is taken back"),
        ])
    func `what Home Assistant takes has no mistake`(_ component: String, _ why: String) {
        expect(Self.mistakes(Self.message(component)), is: [], "\(why)")
    }

    @Test(
        arguments: [
            (#"{"#, "it is no object", "all of it is refused"),
            (#"[]"#, "it is no object", "all of it is refused"),
            (
                #"{"origin":{"name":"c"},"components":{"x":{"platform":"sensor"}}}"#,
                "the message has no device", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"components":{"x":{"platform":"sensor"}}}"#,
                "the message has no origin", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"}}"#,
                "the message has no components", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"components":{}}"#,
                "a device without components is none", "it does nothing, without a word"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"components":[]}"#,
                "components is an object", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{},"components":{"x":{"platform":"sensor"}}}"#,
                "the origin has no name", "all of it is refused"
            ),
            (
                #"{"device":{"name":"H"},"origin":{"name":"c"},"components":{"x":{"platform":"sensor"}}}"#,
                "a device has identifiers or connections", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"]},"origin":{"name":"c"},"components":{"x":{"platform":"sensor"}}}"#,
                "a device has a name", "it is called nameless"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H","colour":"red"},"origin":{"name":"c"},"components":{"x":{"platform":"sensor"}}}"#,
                "the device may not have colour", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c","by":"us"},"components":{"x":{"platform":"sensor"}}}"#,
                "the origin may not have by", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c","support_url":"c.org"},"components":{"x":{"platform":"sensor"}}}"#,
                "an address begins with http:// or https://", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"v":1,"components":{"x":{"platform":"sensor"}}}"#,
                "the message may not have v", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"availability_topic":"s","components":{"x":{"platform":"sensor"}}}"#,
                "the message may not have availability_topic",
                "it excludes what an entity says by itself"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"qos":7,"components":{"x":{"platform":"sensor"}}}"#,
                "qos is 0, 1 or 2", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"components":{"x":1}}"#,
                "x is an object", "all of it is refused"
            ),
            (
                #"{"device":{"identifiers":["h"],"name":"H"},"origin":{"name":"c"},"components":{"x":{"#
                    + sensor + #"},"y":{"# + sensor + "}}}",
                "a unique_id is there twice", "the later one is lost"
            ),
        ])
    func `a mistake in a device is found`(_ text: String, _ mistake: String, _ why: String) {
        expect(Self.mistakes(text), is: [mistake], "\(why)")
    }

    @Test(
        arguments: [
            (#""unique_id":"u""#, "platform is missing", "all of it is refused"),
            (
                #""platform":"weather","unique_id":"u""#, "there is no platform weather",
                "all of it is refused"
            ),
            (
                #""platform":"sensor","name":"N","state_topic":"s""#, "unique_id is missing",
                "all of it is refused"
            ),
            (
                #""platform":"sensor","unique_id":"u","state_topic":"s""#, "it has no name",
                "it is called MQTT Sensor"
            ),
            (
                #""platform":"sensor","unique_id":"u","name":"N""#, "state_topic is missing",
                "it is refused"
            ),
            (
                #""platform":"button","unique_id":"u","name":"N""#, "command_topic is missing",
                "it is refused"
            ),
            (
                #""platform":"device_automation","automation_type":"trigger","type":"t","topic":"e""#,
                "subtype is missing", "it is refused"
            ),
            (
                trigger + #","unique_id":"u""#, "unique_id is left out of account",
                "a trigger is no entity"
            ),
            (sensor + #","colour":"red""#, "colour is left out of account", "nobody knows it"),
            (
                sensor + #","object_id":"o""#, "object_id is left out of account",
                "new versions know it no more"
            ),
            (
                sensor + #","default_entity_id":"hall""#, "default_entity_id has no domain",
                "the entity would have no name"
            ),
            (
                #""platform":"sensor","unique_id":"u","name":"Hall link","state_topic":"s""#,
                "the device's name is there twice", "the entity is hall_hall_link"
            ),
            (
                sensor + #","device_class":"ringing""#, "device_class may not be ringing",
                "it is refused"
            ),
            (
                sensor + #","entity_category":"config""#, "entity_category may not be config",
                "a sensor is nothing to be chosen"
            ),
            (
                sensor + #","state_class":"often""#, "state_class may not be often",
                "it is refused"
            ),
            (sensor + #","icon":"phone""#, "an icon is called as prefix:name", "it is refused"),
            (
                sensor + #","device_class":"enum""#, "any text would be a state",
                "without options there are none"
            ),
            (
                sensor + #","options":["a"]"#, "options go with the class enum alone",
                "it is refused"
            ),
            (
                sensor + #","device_class":"enum","options":["a"],"state_class":"measurement""#,
                "one of some words has no state_class and no unit", "it is refused"
            ),
            (
                sensor + #","device_class":"battery","unit_of_measurement":"V""#,
                "a battery's unit is %", "it is refused"
            ),
            (
                event.replacing(#"["social"]"#, with: "[]"), "no event would be taken",
                "each is warned of"
            ),
            (
                #""platform":"binary_sensor","unique_id":"u","name":"N","state_topic":"s","off_delay":-1"#,
                "off_delay is a number of seconds", "it is refused"
            ),
            (
                sensor + #","availability":[{"topic":"a"}],"availability_topic":"b""#,
                "availability and availability_topic exclude each other", "it is refused"
            ),
            (
                sensor + #","availability":[{"payload_available":"a"}]"#,
                "an availability has no topic", "it is refused"
            ),
            (
                sensor + #","availability":"a""#, "availability is a list", "it is refused"
            ),
            (
                sensor + #","availability":[{"topic":"a","mode":"all"}]"#,
                "mode of an availability is left out of account", "new versions refuse it"
            ),
            (
                sensor + #","availability_mode":"each""#, "availability_mode may not be each",
                "it is refused"
            ),
            (
                #""platform":"button","unique_id":"u","name":"N","command_topic":"c/+""#,
                "command_topic has a wildcard", "it is refused"
            ),
            (
                #""platform":"button","unique_id":"u","name":"N","command_topic":"""#,
                "command_topic is empty", "it is refused"
            ),
            (
                sensor + #","value_template":"{{ value_json.clear }}""#,
                "behind a point clear is a method of every object", "it is never what was told"
            ),
            (
                sensor + #","value_template":"{{ value_json""#,
                "a template is of no form that is used here", "it is refused"
            ),
        ])
    func `a mistake in a component is found`(_ component: String, _ mistake: String, _ why: String)
    {
        expect(Self.mistakes(Self.message(component)), is: ["x: \(mistake)"], "\(why)")
    }

    @Test(arguments: ["homeassistant/device/küche/config", "homeassistant/device/a.b/config"])
    func `a name in the topic that Home Assistant does not read is found`(_ topic: String) {
        let mistakes = Self.mistakes(Self.message(Self.sensor), topic: topic)
        expect(mistakes, is: ["the topic has other than letters, digits, - and _"])
    }

    @Test(
        arguments: [
            (sensor, "text", true, nil, "a text"),
            (sensor, String(repeating: "ü", count: 255), true, nil, "characters count, not bytes"),
            (
                sensor, String(repeating: "x", count: 256), true, "the state is too long",
                "it would be unknown"
            ),
            (
                sensor, "text", false, "a state that is not kept is lost before anybody listens",
                "it comes before the subscription"
            ),
            (sensor + #","state_class":"measurement""#, "2", true, nil, "a number"),
            (
                sensor + #","state_class":"measurement""#, "many", true, "many is no number",
                "an error, and no update until one comes"
            ),
            (
                sensor + #","value_template":"{{ value_json['n'] }}""#, "{}", true,
                "the state cannot be read", "an error"
            ),
            (
                sensor + #","value_template":"{{ value_json.n | default('') }}""#, "{}", true, nil,
                "an empty text"
            ),
            (
                sensor + #","device_class":"enum","options":["a"]"#, "b", true,
                "b is none of the options", "a warning"
            ),
            (sensor + #","json_attributes_topic":"s""#, "x", true, nil, "as it is"),
            (
                sensor
                    + #","json_attributes_topic":"s","json_attributes_template":"{{ value_json.a | tojson }}""#,
                "{}", true, "the attributes cannot be read", "an error"
            ),
            (sensor + #","availability_topic":"s""#, "online", true, nil, "available"),
            (
                sensor + #","availability_topic":"s""#, "on", true,
                "nobody knows whether it is available", "it stays as it was"
            ),
            (
                #""platform":"binary_sensor","unique_id":"u","name":"N","state_topic":"s""#, "on",
                true, "on is neither on nor off", "ON is written large"
            ),
            (
                #""platform":"device_tracker","unique_id":"u","name":"N","state_topic":"s""#,
                "away", true, "away would be a zone", "any other text is"
            ),
            (event, #"{"event_type":"social"}"#, false, nil, "a declared event"),
            (
                event, #"{"event_type":"news"}"#, false, "news is no declared event_type",
                "a warning"
            ),
            (event, "{}", false, "it has no event_type", "a warning"),
            (event, "social", false, "an event is an object", "a warning"),
            (
                event, #"{"event_type":"social"}"#, true,
                "an event that is kept would happen again", "with each start"
            ),
            (
                event, #"{"event_type":"social","event_types":[]}"#, false,
                "event_types is a word of Home Assistant's own", "it would replace the list"
            ),
            (
                #""platform":"device_automation","automation_type":"trigger","type":"t","subtype":"s","topic":"s""#,
                "{}", true, "an event that is kept would happen again",
                "with each reload of an automation"
            ),
        ] as [(String, String, Bool, String?, String)])
    func `a state or event that does not fit its component is found`(
        _ component: String, _ payload: String, _ isHeld: Bool, _ mistake: String?, _ why: String
    ) {
        var home = RuledHome()
        let told = home.take(HomeMessage(Self.topic, Self.message(component), .held))
        expect(told, is: [], "\(why)")
        let mistakes = home.take(HomeMessage("s", payload, isHeld ? .held : .moment))
        expect(mistakes, is: mistake.map { ["hall x: \($0)"] } ?? [], "\(why)")
    }

    @Test func `what is left out and was not taken back stays, and is found`() {
        var home = RuledHome()
        func device(_ components: String) -> HomeMessage {
            HomeMessage(
                Self.topic,
                #"{"device":{"identifiers":["h"],"name":"Hall"},"origin":{"name":"c"},"components":{"#
                    + components + "}}", .held)
        }
        let one = #""one":{"# + Self.sensor + "}"
        let two = #""two":{"# + Self.button + "}"
        expect(home.take([device(one + "," + two), device(one)]), is: [])
        expect(home.left, is: ["hall two"])
        expect(home.take([device(one + #","two":{"platform":"button"}"#), device(one)]), is: [])
        expect(home.left, is: [])
        let other = home.take(device(#""one":{"# + Self.button + "}"))
        expect(other, is: ["one: what it was stays, as another kind of thing"])
        expect(home.take(HomeMessage(Self.topic, [], .held)), is: [])
        expect(home.left, is: [])
    }
}
