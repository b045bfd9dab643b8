import AddOnRuntime
package import Commands
import History
package import Settings

/// Commands of `callboard-central`.
package enum CentralProgram {
    private static let name = "callboard-central"

    private static let push = Command(
        name: "push",
        summary: "Upload the bridge's history to the central database, as a service",
        details: [
            "The service runs this command. It uploads every notification of the running bridge "
                + "that the central database does not have yet. After an interruption it continues "
                + "without loss and without duplicates. SIGHUP reloads the configuration."
        ],
        examples: [
            Command.Example(
                "sudo systemctl enable --now callboard-central", "run it as a service")
        ],
        options: AddOnOptions.all)

    private static let initialize = Command(
        name: "init", summary: "Create or update the schema of the central database",
        details: [
            "The user of the section [central] must own the database. Running the command again "
                + "does no harm. Docs/how-to/fleet.md lists what an administrator of the server must "
                + "run before."
        ],
        examples: [
            Command.Example("callboard-central init --print | psql callboard", "the same by hand")
        ],
        options: AddOnOptions.all + [
            CentralInit.prints.option, CentralInit.substrings.option, CentralInit.prefix.option,
        ])

    private static let check = Command(
        name: "check", summary: "Check the central database and print problems with fixes",
        details: [
            "The check connects to each server, inspects the database, and checks the user's "
                + "permissions: to upload this bridge's history for the site, and to read. Nothing "
                + "is changed. Each problem is followed by its fix. The status is 1 if there is a "
                + "problem."
        ],
        examples: [Command.Example("sudo callboard-central check", "with the usual configuration")],
        options: AddOnOptions.all + JSONChoice.ofPage)

    private static let status = Command(
        name: "status", summary: "Show the status of every bridge of the central database",
        details: [
            "The status is 1 if a bridge has been silent for longer than alarm in [central]."
        ],
        options: AddOnOptions.all + JSONChoice.ofPage)

    private static let history = Command(
        name: "history", summary: "Show the notifications of all bridges, newest first",
        details: [
            "The options are those of callboard history. The central database restricts each user "
                + "to its sites."
        ],
        examples: [
            Command.Example("callboard-central history --site berlin --missed", "missed calls")
        ],
        options: AddOnOptions.all + CentralHistory.options)

    private static let search = Command(
        name: "search", summary: "Search the notifications of all bridges, newest first",
        details: [
            "Words match as in callboard search: case and accents are ignored, the last word may "
                + "be incomplete, and words in quotation marks are a phrase. The status is 1 if "
                + "nothing was found.",
            "With - the words are read from standard input, which other users of this host cannot "
                + "see.",
        ],
        examples: [Command.Example("callboard-central search parcel", "all about parcels")],
        options: AddOnOptions.all + CentralHistory.options + [
            CentralHistory.suggest.option, CentralHistory.codes.option,
        ],
        operands: [CentralHistory.words])

    private static let stats = Command(
        name: "stats", summary: "Show statistics of all bridges",
        details: ["The same figures as in callboard stats, but of notifications and calls only."],
        examples: [
            Command.Example(
                "callboard-central stats --site berlin --svg berlin.svg", "an image for one site")
        ],
        options: AddOnOptions.all + CentralStats.options)

    private static let wall = Command(
        name: "wall", summary: "Show the day of all bridges on this terminal, live",
        details: [
            "The screen of callboard board for everything this user may see: ringing calls in "
                + "large characters, with site, bridge and phone, today's notifications, missed "
                + "calls, and absent bridges. It reconnects whenever the central database was "
                + "unavailable.",
            "The keys are those of callboard board, except those that act on phones; / searches "
                + "the central database.",
        ],
        examples: [
            Command.Example(
                "callboard-central wall --site berlin", "one site, on a screen in the hall"),
            Command.Example(
                "callboard-central wall --detail names", "without the texts of notifications"),
        ],
        options: AddOnOptions.all + CentralWall.options)

    private static let feed = Command(
        name: "feed", summary: "Print the central board as lines of JSON, for programs",
        details: [
            "The output is the line 'begun', the current state, the line 'caught_up', and then "
                + "live events. Each notification is printed as by callboard tail --format json, "
                + "with site and bridge before its phone. A line 'bridges' reports each change in "
                + "the status of the bridges. A line 'centre' reports a lost connection; after it "
                + "is back the output starts again with 'begun'.",
            "The command ends when its output is closed. It also ends when its standard input "
                + "ends, if that is a pipe or a terminal, so that it does not outlive the program "
                + "that started it.",
        ],
        examples: [
            Command.Example("callboard-central feed --site berlin", "one site"),
            Command.Example(
                "callboard-central feed | jq -r 'select(.event == \"ringing\").title'",
                "incoming callers at all sites"),
        ],
        options: AddOnOptions.all + CentralFeed.options)

    private static let export = Command(
        name: "export",
        summary: "Export the notifications of all bridges as JSON Lines, oldest first",
        details: [
            "The lines are those of callboard history export, with site and bridge. "
                + "callboard-central import imports them into another central database, callboard "
                + "history import into a history. Only you can read the file."
        ],
        examples: [
            Command.Example("callboard-central export --site berlin berlin.jsonl", "all of a site")
        ],
        options: AddOnOptions.all + CentralExport.options, operands: [CentralExport.file])

    private static let importing = Command(
        name: "import", summary: "Import exports of bridges that no longer exist",
        details: [
            "It is for the database's owner, or a member of both groups. Existing notifications "
                + "are not changed, so the same file may be imported again. If a line of a file "
                + "is invalid, nothing is imported; from standard input, the lines before it are "
                + "imported.",
            "Notifications that a bridge also uploads later are then stored twice. The import "
                + "therefore refuses to add to a bridge that is connected.",
        ],
        examples: [
            Command.Example(
                "callboard-central import old.jsonl --site berlin --bridge attic",
                "a file of callboard history export, made at the bridge attic")
        ],
        options: AddOnOptions.all + CentralImport.options, operands: [CentralImport.file])

    private static let completion = CompletionCommand.entry(of: name)

    /// The command table.
    package static let table = Program(
        Command(
            name: name, summary: "Keep the histories of many bridges in one PostgreSQL database",
            details: [
                "This add-on service uploads the history of the bridge, callboard(8), which itself "
                    + "has no network access. It also searches the central database. Docs/how-to/fleet.md "
                    + "explains the setup."
            ],
            examples: [
                Command.Example(
                    "sudo callboard-central check", "check the central database")
            ],
            commands: [
                push, initialize, check, status, history, search, stats, wall, feed, export,
                importing, AddOnProgram.manual, completion,
            ]),
        version: ProgramVersion.current,
        surroundings: AddOnProgram.surroundings(
            section: "central",
            ending: "Exit; notifications that were not uploaded stay at the bridge."),
        configurationPage: "callboard.conf(5)")

    /// Runs a command.
    package static func run(_ arguments: ParsedArguments) -> ExitStatus {
        switch arguments.command.first {
        case push.name: PushRun.run(arguments)
        case initialize.name: CentralInit.run(arguments)
        case check.name: CentralCheck.run(arguments)
        case status.name: CentralStatus.run(arguments)
        case history.name: CentralHistory.run(arguments, words: nil)
        case search.name:
            CentralHistory.search(arguments)
        case stats.name: CentralStats.run(arguments)
        case wall.name: CentralWall.run(arguments)
        case feed.name: CentralFeed.run(arguments)
        case export.name: CentralExport.run(arguments)
        case importing.name: CentralImport.run(arguments)
        default: AddOnProgram.run(table, arguments)
        }
    }
}
