import Commands
import Wall

/// The program beside the bridge that shows the day in browsers.
@main enum Main {
    static func main() {
        CommandLineProgram.main(WallProgram.table, WallProgram.run)
    }
}
