import Commands
import MQTT

/// The program beside the bridge that talks to an MQTT broker.
@main enum Main {
    static func main() {
        CommandLineProgram.main(MQTTProgram.table, MQTTProgram.run)
    }
}
