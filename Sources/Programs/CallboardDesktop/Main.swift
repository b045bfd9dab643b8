import Commands
import Desktop

/// The program `callboard-desktop`, which connects to the session bus of a user.
@main enum Main {
    static func main() {
        CommandLineProgram.main(DesktopProgram.table, DesktopProgram.run)
    }
}
