import AddOnRuntime
package import Commands
import History
package import Settings

/// Everything a person can ask `callboard-central` for.
package enum CentralProgram {
    /// What it is called.
    private static let name = "callboard-central"

    private static let push = Command(
        name: "push",
        summary: "Hand the bridge's history over to the centre, until it is asked to end",
        details: [
            "This is what the service does. It takes from the running bridge what the centre has not got "
                + "yet; whatever is in the way, nothing is lost and nothing is there twice. SIGHUP has it "
                + "read the configuration again."
        ],
        examples: [
            Command.Example(
                "sudo systemctl enable --now callboard-central", "have it run as a service")
        ],
        options: AddOnOptions.all, isForAdministrators: true)

    private static let initialize = Command(
        name: "init", summary: "Make the database of a centre, or bring it up to date",
        details: [
            "The user of the section [central] has to own the database. It does no harm to do it again. "
                + "Docs/centre.md says what an administrator of the server runs before."
        ],
        examples: [
            Command.Example("callboard-central init --print | psql callboard", "the same by hand")
        ],
        options: AddOnOptions.all + [
            CentralInit.prints.option, CentralInit.substrings.option, CentralInit.prefix.option,
        ],
        isForAdministrators: true)

    private static let check = Command(
        name: "check", summary: "Try the centre, and say what is wrong",
        details: [
            "It connects to each server, looks at the database, and tries what this user may do there: hand in "
                + "for the site, with this bridge's history, and read. What it tries it takes back. What it "
                + "finds has its mend below it; the status is 1 where something is wrong."
        ],
        examples: [Command.Example("sudo callboard-central check", "with the usual configuration")],
        options: AddOnOptions.all + JSONChoice.ofPage)

    private static let status = Command(
        name: "status", summary: "Say how every bridge of the centre is",
        details: [
            "The status is 1 where a bridge has been silent for longer than alarm in [central]."
        ],
        options: AddOnOptions.all + JSONChoice.ofPage)

    private static let history = Command(
        name: "history", summary: "Show the notices of all bridges, newest first",
        details: [
            "The options are those of callboard history. Who may see which sites is decided at the centre."
        ],
        examples: [
            Command.Example("callboard-central history --site berlin --missed", "calls nobody took")
        ],
        options: AddOnOptions.all + CentralHistory.options)

    private static let search = Command(
        name: "search", summary: "Find notices of all bridges by words, newest first",
        details: [
            "Words mean what they mean to callboard search: case and accents do not matter, the last may "
                + "be only begun, and words in quotation marks stand one after another. The status is 1 "
                + "where nothing was found.",
            "With - in their place the words are read from standard input, where no other user of this "
                + "machine sees them.",
        ],
        examples: [Command.Example("callboard-central search parcel", "all about parcels")],
        options: AddOnOptions.all + CentralHistory.options + [
            CentralHistory.suggest.option, CentralHistory.codes.option,
        ],
        operands: [CentralHistory.words])

    private static let stats = Command(
        name: "stats", summary: "Show statistics of all bridges, as a picture",
        details: ["The same figures as those of callboard stats, of notices and calls alone."],
        examples: [
            Command.Example(
                "callboard-central stats --site berlin --svg berlin.svg", "a picture of one site")
        ],
        options: AddOnOptions.all + CentralStats.options)

    private static let wall = Command(
        name: "wall", summary: "Show the day of all bridges on this terminal, live",
        details: [
            "The screen of callboard board, for all that this user may see: calls that ring in large letters, "
                + "with the site, the bridge and the phone, the notices of the day, what was missed, and "
                + "which bridges are not there. It stays, whatever becomes of the centre.",
            "The keys are those of callboard board, but for those that act on phones; / searches the centre.",
        ],
        examples: [
            Command.Example(
                "callboard-central wall --site berlin", "one site, on a screen in the hall"),
            Command.Example("callboard-central wall --detail names", "where others look on"),
        ],
        options: AddOnOptions.all + CentralWall.options)

    private static let feed = Command(
        name: "feed", summary: "Say what the wall knows as lines of JSON, for programs",
        details: [
            "A line begun, all that holds, a line caught_up, and then what happens: each notice as callboard "
                + "tail --format json has it, its phone behind the site and the bridge. Lines bridges say how "
                + "the bridges are, whenever that is otherwise, and a line centre that it is gone; once it is "
                + "back all begins anew.",
            "It ends when nobody reads any more, and when its standard input ends, where that is a pipe or a "
                + "terminal, so that it does not outlive the program that started it.",
        ],
        examples: [
            Command.Example("callboard-central feed --site berlin", "one site"),
            Command.Example(
                "callboard-central feed | jq -r 'select(.event == \"ringing\").title'",
                "who rings, wherever that is"),
        ],
        options: AddOnOptions.all + CentralFeed.options, isForAdministrators: true)

    private static let export = Command(
        name: "export", summary: "Export the notices of all bridges as JSON Lines, oldest first",
        details: [
            "The lines are those of callboard history export, with site and bridge. callboard-central "
                + "import takes them in at another centre, callboard history import into a history. Only you "
                + "can read the file."
        ],
        examples: [
            Command.Example("callboard-central export --site berlin berlin.jsonl", "all of a site")
        ],
        options: AddOnOptions.all + CentralExport.options, operands: [CentralExport.file])

    private static let importing = Command(
        name: "import", summary: "Take exports in, for bridges that are not there any more",
        details: [
            "It is for the database's owner, or a member of both groups. What is there already stays as "
                + "it is, so the same file may be taken in again. Where something is wrong with a line of a "
                + "file, nothing is taken in; of standard input, what stood before it.",
            "Notices that a bridge hands in later as well are there twice then; the import refuses to "
                + "add to a bridge that is connected.",
        ],
        examples: [
            Command.Example(
                "callboard-central import old.jsonl --site berlin --bridge attic",
                "what callboard history export wrote in the attic")
        ],
        options: AddOnOptions.all + CentralImport.options, operands: [CentralImport.file],
        isForAdministrators: true)

    private static let completion = CompletionCommand.entry(of: name)

    /// The table.
    package static let table = Program(
        Command(
            name: name, summary: "Keep the histories of many bridges in one PostgreSQL",
            details: [
                "It is a program beside the bridge, callboard(8), which itself has no network; it also looks "
                    + "for notices where all of them are. Docs/fleet.md goes from nothing to a centre."
            ],
            examples: [
                Command.Example(
                    "sudo callboard-central check", "say whether the centre can be used")
            ],
            commands: [
                push, initialize, check, status, history, search, stats, wall, feed, export,
                importing, AddOnProgram.manual, completion,
            ]),
        version: ProgramVersion.current,
        surroundings: AddOnProgram.surroundings(
            section: "central", ending: "It ends; what was not handed over stays here."),
        configurationPage: "callboard.conf(5)")

    /// Does what was asked for.
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
