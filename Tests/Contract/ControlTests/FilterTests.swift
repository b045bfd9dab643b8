import Control
import Expecting
import Testing

/// Which events a client wants.
struct FilterTests {
    @Test func `a phone that is called otherwise is followed under its new name`() {
        var filter = ControlFilter(TailRequest(phones: ["AA:BB"]))
        let events: [(tags: ControlTags, isWanted: Bool, why: String)] = [
            (ControlTags(phone: "AA:BB"), true, "it was named"),
            (ControlTags(phone: "Anna"), false, "nobody knows that it is the same one"),
            (ControlTags(phone: "Ben", formerPhone: "CC:DD"), false, "another one is renamed"),
            (ControlTags(phone: "Anna", formerPhone: "AA:BB"), true, "it is renamed"),
            (ControlTags(phone: "Anna"), true, "it is called so now"),
            (ControlTags(phone: "Ben"), false, "the other one"),
            (ControlTags(phone: "Zoë", formerPhone: "Anna"), true, "it is renamed again"),
            (ControlTags(phone: "Zoë"), true, "it is called so now"),
            (ControlTags(phone: "Anna"), false, "nobody wanted is called so any more"),
            (ControlTags(phone: "AA:BB"), true, "it was named"),
        ]
        for (tags, isWanted, why) in events {
            expect(filter.follows(tags), is: isWanted, "\(why)")
        }
    }

    @Test func `how near something is comes only to those who ask`() {
        let range = ControlTags(isRange: true)
        #expect(!ControlFilter(TailRequest()).wants(range))
        #expect(ControlFilter(TailRequest(range: true)).wants(range))
        #expect(!ControlFilter(TailRequest(phones: ["A"], range: true)).wants(range))
    }
}
