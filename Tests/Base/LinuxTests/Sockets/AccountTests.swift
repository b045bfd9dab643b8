import Expecting
import Foundation
import Linux
import Testing

/// Users and groups by name.
struct AccountTests {
    @Test func `root and its group are found, and nobody else`() throws {
        try expect(UserGroup.named("root"), is: UserGroup(name: "root", number: 0))
        try expect(UserAccount.named("root")?.number, is: 0)
        try expect(UserGroup.named("no-such-group"), is: nil)
        try expect(UserGroup.named(""), is: nil)
        try expect(UserAccount.named("no-such-user"), is: nil)
    }

    @Test func `the group of a file has a name where the file is there`() {
        expect(UserGroup.ofFile(at: "/etc/passwd"), is: UserGroup(name: "root", number: 0))
        expect(UserGroup.ofFile(at: "/no/such/file"), is: nil)
    }
}
