import Commands
import Expecting
import Linux
import Settings
import Testing
import Web

@testable import Wall

/// The section of the wall, and where it listens by it.
struct SectionTests {
    private static let wrong: [(lines: [String], words: String, why: String)] = [
        (["listen ="], "listen", "nowhere"),
        (["listen = localhost:0"], "listen", "a port that there is not"),
        (["listen = http://localhost"], "listen", "an address of the web"),
        (["listen = unix:wall.sock"], "listen", "a path from nowhere"),
        (["url = wall.example.org"], "must begin with http:// or https://", "no scheme"),
        (["url = ftp://wall.example.org"], "must begin with http:// or https://", "another scheme"),
        (["url = https://wall.example.org/wall"], "without a path", "a path"),
        (["url = https://"], "and a host name", "no name"),
        (["url = https://unix:/run/x"], "and a host name", "a socket"),
        (["hosts = wall.lan:80"], "without a port or a path: wall.lan:80", "a port"),
        (["hosts = wall.lan, http://a"], "without a port or a path: http://a", "the second"),
        (["streams = 0"], "streams", "no page"),
        (["streams = 5000"], "streams", "too many"),
        (["alarm = 10 s"], "alarm", "too soon"),
        (["night = 25:00-07:00"], "night", "no hour"),
        (["open = perhaps"], "open", "neither"),
        (["tokens = /etc/callboard/wall.tokens"], "tokens", "no place"),
        (["silent = never"], "silent", "no choice"),
    ]

    @Test(arguments: wrong.indices) func `a wrong line is told in words`(_ index: Int) {
        let (lines, words, why) = Self.wrong[index]
        let problems = WallConfiguration.problems(lines)
        #expect(problems.contains { $0.contains(words) }, "\(why): \(problems)")
    }

    @Test func `right lines mean what they say`() throws {
        expect(
            WallConfiguration.problems(["url = https://wall.example.org/", "hosts = a, 10.0.0.1"]),
            is: [])
        let settings = try WallConfiguration.settings(["url = https://wall.example.org/"])
        expect(settings.url, is: "https://wall.example.org")
        expect(settings.listen, is: [.host("localhost", port: 8_437)])
        expect(settings.streams, is: 64)
        #expect(!settings.isOpen && settings.central == nil)
    }

    @Test func `a name stands for those of its addresses that the machine has`() throws {
        var settings = try WallConfiguration.settings()
        settings.listen = [.host("localhost", port: 9), .host("127.0.0.1", port: 9)]
        let version4 = try WallPlaces.all(of: settings) { $0.address == "127.0.0.1" }.map(\.text)
        expect(version4, is: ["127.0.0.1:9"])
        let none = try WallPlaces.all(of: settings) { _ in false }.map(\.text)
        #expect(none.contains("127.0.0.1:9"), "what cannot be had is told when it is tried")
        #expect(WallPlaces.isOfThisMachine(NetworkPlace(address: "127.0.0.1", port: 9)))
        #expect(!WallPlaces.isOfThisMachine(NetworkPlace(address: "192.0.2.1", port: 9)))
    }

    @Test func `every address of both kinds is one place, which has both`() throws {
        var settings = try WallConfiguration.settings()
        for listen in [["0.0.0.0", "::"], ["::", "0.0.0.0"]] {
            settings.listen = listen.map { .host($0, port: 9) } + [.host("0.0.0.0", port: 8)]
            let places = try WallPlaces.all(of: settings) { _ in true }.map(\.text)
            expect(places, is: ["[::]:9", "0.0.0.0:8"])
        }
    }

    @Test func `a group that there is not is named`() throws {
        let settings = try WallConfiguration.settings([
            "listen = unix:/run/callboard-wall/wall.sock", "socket-group = nobody-has-this",
        ])
        let error = #expect(throws: WallPlaces.Problem.self) { try WallPlaces.all(of: settings) }
        expect(error.map { "\($0)" }, is: "socket-group = nobody-has-this: there is no such group")
    }
}
