import Central
import Commands

/// The program beside the bridge that hands its history over to a centre, and looks for notices there.
@main enum Main {
    static func main() {
        CommandLineProgram.main(CentralProgram.table, CentralProgram.run)
    }
}
