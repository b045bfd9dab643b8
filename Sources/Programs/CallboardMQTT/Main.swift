import Commands
import MQTT

/// The program `callboard-mqtt`, which connects to an MQTT broker.
@main enum Main {
    static func main() {
        CommandLineProgram.main(MQTTProgram.table, MQTTProgram.run)
    }
}
