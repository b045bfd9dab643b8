import ANCS
import Expecting
import Linux
import Testing

@testable import Notices

/// Which apps were heard of, and what is kept of so many.
struct RecentAppsTests {
    private func event(
        _ change: NoticeChange, _ app: String, name: String? = nil, at second: Int64
    ) -> BridgeEvent {
        .notice(
            change, TestRules.notice(app: app, name: name), at: WallTime(milliseconds: second))
    }

    @Test func `apps are counted, the last one first`() {
        var apps = RecentApps()
        apps.note(event(.added, "a", at: 1))
        apps.note(event(.ringing, "b", name: "Bee", at: 2))
        apps.note(event(.added, "a", name: "Ay", at: 3))
        apps.note(event(.modified, "a", at: 4))
        apps.note(event(.removed, "b", at: 5))
        apps.note(event(.removed, "c", at: 2))
        apps.note(event(.added, "", at: 6))
        apps.note(.radio(.listening, at: WallTime(milliseconds: 7)))
        expect(apps.all.map(\.id.string), is: ["a", "b", "c"])
        expect(apps.all.map { $0.name?.string }, is: ["Ay", "Bee", nil])
        expect(apps.all.map(\.count), is: [2, 1, 0])
        expect(apps.all.map(\.last.milliseconds), is: [3, 2, 2])
    }

    @Test func `the app heard of longest ago goes`() {
        var apps = RecentApps()
        for number in 0..<RecentApps.limit {
            apps.note(event(.added, "app\(number)", at: Int64(number)))
        }
        apps.note(event(.added, "app0", at: 1000))
        apps.note(event(.added, "one more", at: 1001))
        let ids = apps.all.map(\.id.string)
        expect(ids.count, is: RecentApps.limit)
        #expect(ids.prefix(2) == ["one more", "app0"] && !ids.contains("app1"))
    }

    @Test func `memory stays bounded whatever is noted`() {
        var memory = BoundedMemory<Int, Int>(limit: 8)
        for number in 0..<10_000 {
            memory[number % 11] = number
            if number % 3 == 0 { memory[number % 7] = nil }
            #expect(memory.count <= 8)
        }
        for number in 0..<10_000 { memory[1] = number }
        #expect(memory[1] == 9999 && memory.forgottenCount > 0)
    }
}
