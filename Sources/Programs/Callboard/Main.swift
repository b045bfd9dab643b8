import Commands

/// The program `callboard`.
@main enum Main {
    static func main() {
        CommandLineProgram.main(CallboardProgram.table, CallboardProgram.run)
    }
}
