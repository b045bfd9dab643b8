import Commands
import Wall

/// The program `callboard-wall`, which shows the day in browsers.
@main enum Main {
    static func main() {
        CommandLineProgram.main(WallProgram.table, WallProgram.run)
    }
}
