import Commands
import Configuration
import Settings

/// Manual page of the configuration, generated from the table of sections.
struct ConfigurationManual {
    let date: String

    var text: String {
        var roff = Roff(
            title: "callboard.conf", section: 5, date: date,
            source: "callboard \(ProgramVersion.current)", manual: "File Formats")
        roff.section("Name")
        roff.paragraph("callboard.conf - configuration of callboard(1) and its service")
        roff.section("Synopsis")
        roff.paragraph(
            "/etc/callboard/callboard.conf, or $XDG_CONFIG_HOME/callboard/callboard.conf")
        roff.section("Description")
        for paragraph in Self.description { roff.paragraph(paragraph) }
        roff.example([
            "# Hide the texts from the bank.", "[rule bank]",
            "app = com.example.bank, My Bank", "action = hide-text",
        ])
        roff.section("Sections")
        for section in SettingsSections.table.sections {
            roff.part("[\(section.pattern)]")
            roff.paragraph(section.summary + ".")
            for paragraph in section.details { roff.paragraph(paragraph) }
            for key in section.keys { roff.term(key.name, key.description) }
        }
        roff.section("See also")
        roff.paragraph("callboard(1), callboard(8)")
        return roff.text
    }

    private static let description = [
        "A line is a section in brackets, key = value, a comment that begins with #, or empty. A "
            + "value "
            + "in double quotes keeps spaces at its ends and a #. A list is separated by commas. "
            + "Times are "
            + "written 10s, 5m, 2h and 30d, spans of the day 22:00-07:00.",
        "A variable of the environment such as CALLBOARD_RADIO_ADAPTER overrides the key adapter "
            + "in [radio], and the command line overrides both. callboard config check lists all "
            + "errors. A running bridge reloads the file on SIGHUP; if the file has errors, the "
            + "previous configuration stays active.",
    ]
}
