import Central
import Commands

/// The program `callboard-central`, which uploads the bridge's history to a central database, and queries it.
@main enum Main {
    static func main() {
        CommandLineProgram.main(CentralProgram.table, CentralProgram.run)
    }
}
