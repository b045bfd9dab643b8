import Commands

/// The program: finds out what is asked for and hands it to the command.
@main enum Main {
    static func main() {
        CommandLineProgram.main(CallboardProgram.table, CallboardProgram.run)
    }
}
