import Expecting
import Linux
import Notices
import Testing

/// What people call notices by.
struct NoticeHandleTests {
    @Test(arguments: [
        ("004hmasw9nf6y", true, "the whole name"), ("f6y", true, "its end"),
        ("F6Y", true, "in capitals"), ("9nf6y", true, "more of its end"),
        ("04hmasw9nf6y", true, "all but one character"), ("f6z", false, "another end"),
        ("004hmasw9nf6z", false, "another name"), ("104hmasw9nf6y", false, "another beginning"),
    ])
    func `a name or its end fits a notice`(word: String, fits: Bool, why: Comment) throws {
        let id = try #require(NoticeID("004hmasw9nf6y"))
        try expect(#require(NoticeHandle(word)).fits(id), is: fits, why)
    }

    @Test(arguments: ["", "6y", "f6u", "f 6", "é6y", "0004hmasw9nf6y", "zzzzzzzzzzzzz"])
    func `what can be no name is none`(word: String) {
        expect(NoticeHandle(word), is: nil)
    }

    @Test func `a handle is as short as tells each from all others`() throws {
        let names = ["004hmasw9nf6y", "004hmasw9nf6z", "004hmasw8nf6y", "004hmasw90000"]
        let ids = names.compactMap { NoticeID($0) }
        let handles = NoticeHandle.all(of: ids)
        expect(ids.map { handles[$0] }, is: ["9nf6y", "f6z", "8nf6y", "000"])
        for (id, handle) in handles {
            expect(ids.filter(try #require(NoticeHandle(handle)).fits), is: [id])
        }
        #expect(NoticeHandle.all(of: [NoticeID]()).isEmpty)
    }

    @Test func `notices of a day have short handles`() {
        var ids = NoticeIDSource()
        let made = (0..<200).map {
            ids.next(at: WallTime(milliseconds: 1_772_000_000_000 + $0 * 997))
        }
        #expect(NoticeHandle.all(of: made).values.allSatisfy { $0.count <= 4 })
    }
}
