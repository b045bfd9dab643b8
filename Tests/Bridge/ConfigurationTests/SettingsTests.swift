import BlueZRadio
import Control
import Expecting
import Formats
import Foundation
import Linux
import Notices
import Outlets
import Radio
import Settings
import Support
import Testing

@testable import Configuration

/// The configuration's table, and what its values mean to the bridge.
struct SettingsTests {
    private func read(_ text: String) throws -> BridgeSettings {
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array(text.utf8), file: "test.conf")
        let configuration = try draft.finished { BridgeSettings($0).problems }
        return BridgeSettings(configuration)
    }

    @Test func `the table has no mistakes`() {
        #expect(SettingsSections.table.mistakes.isEmpty)
    }

    @Test func `the document has the table's list of keys`() throws {
        let document = try Checkout.text("Docs/reference/configuration.md")
        #expect(document.contains(SettingsSections.table.reference))
    }

    @Test func `the document lists every category`() throws {
        let lines = try Checkout.text("Docs/reference/configuration.md").split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("| category |") })
        for word in Category.words { #expect(line.contains("`\(word)`"), "\(word)") }
    }

    @Test func `every key reaches the bridge`() throws {
        let settings = try read(
            """
            [radio]
            radio = kernel
            adapter = hci7
            shape = solicit
            name = Kitchen
            data-source = acquire
            text-length = 99
            [control]
            socket = /run/x.sock
            read-group = root
            act-group = root
            [notices]
            quiet-hours = 22:00-07:00
            quiet-days = sat
            quiet-calls = yes
            duplicates = 30s
            rate = 5
            [rule one]
            app = com.example.*
            category = email
            phone = Anna
            sender = Zoe
            match = \\d+
            flags = silent, !pre_existing
            hours = 08:00-09:00
            days = mon
            action = hide
            rename-app = Work
            rename-sender = Somebody
            [output file]
            format = csv
            file = /var/x.csv
            """)
        #expect(settings.radio == .kernel && settings.adapter == .named("hci7"))
        #expect(settings.shape == .solicit && settings.name == "Kitchen")
        #expect(settings.dataSource == .acquire && settings.textLength == 99)
        expect(settings.socket, is: "/run/x.sock")
        #expect(settings.rights.readGroup?.number == 0 && settings.rights.actGroup?.number == 0)
        #expect(settings.general.quietHours != nil && settings.general.silencesCalls)
        expect(settings.general.duplicateWindow, is: .seconds(30))
        expect(settings.general.notesPerMinute, is: 5)
        expect(settings.rules.count, is: 1)
        var output = OutputConfiguration(format: .csv, file: "/var/x.csv")
        output.isConfigured = true
        expect(settings.outlets.of(OutputConfiguration.self), is: [output])
        #expect(settings.problems.isEmpty)
    }

    @Test func `nothing at all is a configuration`() throws {
        let settings = try read("")
        #expect(settings.rules.isEmpty && settings.outlets.all.isEmpty && settings.socket == nil)
        #expect(settings.textLength == 2048 && settings.shape == .hid)
        expect(settings.radio, is: .bluez)
    }

    @Test(arguments: [
        ("[rule x]\napp = Mail", "test.conf:1: [rule x] action is missing"),
        ("[rule x]\nmatch = (\naction = drop", "test.conf:2: [rule x] match "),
        (
            "[output a]\nfile = /x\n[output b]\nformat = csv\nfile = /x",
            "test.conf:2: [output a] file is named by two outputs\n"
                + "test.conf:5: [output b] file is named by two outputs"
        ),
        ("[output a]\n[output b]", "test.conf:1: [output a] lacks the key file\ntest.conf:2: "),
        (
            "[radio]\nservices = battery\nset-clock = yes",
            "test.conf:3: [radio] set-clock requires time under services"
        ),
        ("[control]\nact-group = no-such-group", "test.conf:2: [control] act-group "),
    ])
    func `what only the bridge can find is told where it stands`(_ text: String, _ start: String) {
        let error = #expect(throws: SettingsError.self) { try read(text) }
        expect(error?.description.hasPrefix(start), is: true, "\(error?.description ?? "")")
    }
}
