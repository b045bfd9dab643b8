import Expecting
import Testing

@testable import Notices

/// The short name of a bond.
struct PhoneIDTests {
    @Test func `it is the same on every machine and in every version`() {
        expect(PhoneID(ofBond: "4C:57:CA:00:11:22").description, is: "d553e8d2")
        expect(
            PhoneID(ofBond: "4C:57:CA:00:94:00").description, is: "0050ce6b", "leading zeros stay")
    }

    @Test func `addresses that differ in one digit have names of their own`() {
        let names = (0..<4096).map { number in
            PhoneID(ofBond: "4C:57:CA:00:1" + String(number, radix: 16)).description
        }
        expect(Set(names).count, is: 4096)
        #expect(names.allSatisfy { $0.utf8.count == 8 })
    }

    @Test(arguments: [
        ("5a0c93e1", true, "as it is written"), ("5A0C93E1", false, "capitals are another's"),
        ("5a0c93e", false, "too short"), ("5a0c93e11", false, "too long"),
        ("+a0c93e1", false, "a sign is no digit"), ("", false, "nothing"),
    ])
    func `what is written is read back, and nothing else`(
        _ text: String, _ isName: Bool, _ why: Comment
    ) {
        expect(PhoneID(text)?.description, is: isName ? text : nil, why)
    }
}
