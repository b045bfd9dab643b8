import Foundation
import Linux
import Testing

/// Users and groups by name.
struct AccountTests {
    @Test func `root and its group are found, and nobody else`() throws {
        #expect(try UserGroup.named("root") == UserGroup(name: "root", number: 0))
        #expect(try UserAccount.named("root")?.number == 0)
        #expect(try UserGroup.named("no-such-group") == nil)
        #expect(try UserGroup.named("") == nil)
        #expect(try UserAccount.named("no-such-user") == nil)
    }

    @Test func `the group of a file has a name where the file is there`() {
        #expect(UserGroup.ofFile(at: "/etc/passwd") == UserGroup(name: "root", number: 0))
        #expect(UserGroup.ofFile(at: "/no/such/file") == nil)
    }
}
