import Control
import Expecting
import Formats
import Linux
import Testing

@testable import Service

/// What the bridge knows of the programs beside it.
struct AddOnRegistryTests {
    private static let noon = WallTime(milliseconds: 1_772_000_000_000)
    private static let later = noon.advanced(by: .seconds(60))

    private static func mqtt(_ words: String, works: Bool = true) -> AddOnRequest {
        AddOnRequest(name: "mqtt", works: works, words: words)
    }

    /// What a program of root says.
    private func take(
        _ registry: inout AddOnRegistry, _ addOn: AddOnRequest, since: WallTime? = nil,
        from client: UInt64, of owner: AddOnRegistry.Owner = .trusted(user: 0), at now: WallTime
    ) -> Bool {
        registry.refusal(of: addOn, since: since, from: client, of: owner, at: now) == nil
    }

    /// Each addOn as its name, state, words, and how many seconds after noon that began.
    private func rows(_ registry: AddOnRegistry) -> [String] {
        registry.statuses { "user\($0)" }.map { row in
            let seconds = row.since.map { ($0.milliseconds - Self.noon.milliseconds) / 1000 }
            return (row.user.map { $0 + "/" } ?? "")
                + "\(row.name) \(row.state) \(row.words) \(seconds.map { "\($0)" } ?? "")"
        }
    }

    @Test func `what holds on holds since it began, what changes since then`() throws {
        var registry = AddOnRegistry()
        expect(rows(registry), is: [])
        expect(take(&registry, Self.mqtt("up"), from: 1, at: Self.noon), is: true)
        expect(take(&registry, Self.mqtt("up"), from: 1, at: Self.later), is: true)
        expect(rows(registry), is: ["mqtt works up 0"])
        _ = take(&registry, Self.mqtt("down", works: false), from: 1, at: Self.later)
        expect(rows(registry), is: ["mqtt fails down 60"])
        _ = take(&registry, Self.mqtt("up"), since: Self.noon, from: 1, at: Self.later)
        expect(rows(registry), is: ["mqtt works up 0"], "it knows better itself")
    }

    @Test func `one that goes is gone until one of its name comes`() throws {
        var registry = AddOnRegistry()
        _ = take(&registry, Self.mqtt("up"), from: 1, at: Self.noon)
        registry.leave(7, at: Self.later)
        registry.leave(1, at: Self.later)
        expect(rows(registry), is: ["mqtt gone up 60"])
        _ = take(&registry, Self.mqtt("up"), from: 2, at: Self.noon)
        expect(rows(registry), is: ["mqtt works up 0"])
    }

    @Test func `two of one name are two`() throws {
        var registry = AddOnRegistry()
        _ = take(&registry, Self.mqtt("here"), from: 1, at: Self.noon)
        _ = take(&registry, Self.mqtt("there"), from: 2, at: Self.noon)
        expect(rows(registry), is: ["mqtt works here 0", "mqtt works there 0"])
    }

    @Test func `past the limit one that has gone gives way, and none that is here`() throws {
        var registry = AddOnRegistry()
        for client in 1...UInt64(AddOnRegistry.limit) {
            let addOn = AddOnRequest(
                name: "c\(client)", works: true, words: "up")
            expect(take(&registry, addOn, from: client, at: Self.noon), is: true)
        }
        expect(take(&registry, Self.mqtt("up"), from: 99, at: Self.noon), is: false)
        registry.leave(3, at: Self.later)
        expect(take(&registry, Self.mqtt("up"), from: 99, at: Self.noon), is: true)
        let rows = rows(registry)
        expect(rows.count, is: AddOnRegistry.limit)
        expect(rows.contains { $0.hasPrefix("c3 ") }, is: false)
    }

    private static let wall = AddOnRequest(name: "wall", works: true, words: "1 page is open")

    @Test func `a user has four places, and none of those of another`() throws {
        var registry = AddOnRegistry()
        expect(take(&registry, Self.wall, from: 1, at: Self.noon), is: true)
        var (client, users) = (UInt64(100), 0)
        for user in UInt32(1000)...1010 {
            var places = 0
            for number in 1...20 {
                client += 1
                let addOn = AddOnRequest(name: "c\(number)", works: true, words: "up")
                if take(&registry, addOn, from: client, of: .other(user: user), at: Self.noon) {
                    places += 1
                }
            }
            #expect(places <= AddOnRegistry.limitOfUser)
            users += places > 0 ? 1 : 0
        }
        expect(users, is: 4, "the last has what is left")
        expect(rows(registry).count, is: AddOnRegistry.limit)
        // However full it is, add-on services come in, and nobody loses one of them for that.
        for number in UInt64(2)...UInt64(AddOnRegistry.limit) {
            let service = AddOnRequest(name: "s\(number)", works: true, words: "up")
            expect(
                take(&registry, service, from: number, of: .trusted(user: 5), at: Self.noon),
                is: true)
        }
        let all = rows(registry)
        expect(all.count, is: AddOnRegistry.limit)
        expect(all.contains { $0.hasPrefix("user") }, is: false)
        expect(all.first, is: "wall works 1 page is open 0")
        expect(
            take(&registry, Self.mqtt("up"), from: 99, of: .other(user: 1000), at: Self.noon),
            is: false
        )
        expect(take(&registry, Self.mqtt("up"), from: 99, at: Self.noon), is: false, "all are here")
    }

    @Test func `a name that another user takes stays that of the service`() throws {
        var registry = AddOnRegistry()
        let liar = AddOnRegistry.Owner.other(user: 1000)
        _ = take(&registry, Self.mqtt("I am it"), from: 1, of: liar, at: Self.noon)
        expect(rows(registry), is: ["user1000/mqtt works I am it 0"])
        _ = take(&registry, Self.mqtt("connected"), from: 2, at: Self.noon)
        expect(
            rows(registry), is: ["mqtt works connected 0", "user1000/mqtt works I am it 0"],
            "the service comes first, whoever came first")
        registry.leave(2, at: Self.later)
        _ = take(&registry, Self.mqtt("all is well"), from: 3, of: liar, at: Self.later)
        expect(
            rows(registry),
            is: [
                "mqtt gone connected 60", "user1000/mqtt works I am it 0",
                "user1000/mqtt works all is well 60",
            ], "nobody else brings it back")
        registry.leave(1, at: Self.later)
        _ = take(&registry, Self.mqtt("connected"), from: 4, at: Self.later)
        expect(rows(registry).first, is: "mqtt works connected 60")
    }
}
