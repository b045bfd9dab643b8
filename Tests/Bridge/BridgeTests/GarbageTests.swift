import Expecting
import Linux
import Notices
import Support
import Testing

extension BridgeTests {
    /// Bytes that mean nothing, from a phone that is otherwise well.
    struct Garbage {
        init() {
            LoopThread.start()
        }

        private static let samples = Sample.several(4)

        /// Packets that no phone should send.
        private static let packets: [[UInt8]] = [
            [0x00], [0x01], [0x01, 0x12, 0x00, 0x00, 0x0E], [0x03, 0xFF, 0xFF], [0x05],
            [0x09, 0x00], [0x13], [0x13, 0x00], [0x19], [0x1B], [0x1B, 0x01], [0x1B, 0x01, 0x00],
            [0x1B, 0x22, 0x00], [0x1B, 0xFF, 0xFF, 1, 2, 3], [0x1D, 0x0B, 0x00, 1, 2, 3],
            [0x1D, 0x0B, 0x00, 0x01, 0x00, 0xFF, 0xFF], [0x1E], [0x23, 1, 2, 3],
            [0x02, 0xB9, 0x00],
            [0x52, 1, 0, 1], [0xD2, 1, 0], [0xFF, 0xFF], Array(repeating: 0xAA, count: 185),
            Array(repeating: 0x1B, count: 517), [0x1B] + Array(repeating: 0, count: 300),
        ]

        /// Values of Notification Source that no phone should send.
        private static let announcements: [[UInt8]] = [
            [0], [0, 0x10, 4, 1, 0, 0, 0], [0, 0x10, 4, 1, 0, 0, 0, 0, 0],
            [3, 0, 4, 1, 0, 0, 0, 0], [255, 255, 255, 255, 255, 255, 255, 255],
            [0, 0, 4, 1, 99, 0, 0, 0], [0, 0, 1, 1, 98, 0, 0, 0], [1, 0, 4, 1, 97, 0, 0, 0],
            [2, 0, 4, 1, 96, 0, 0, 0], [1, 4, 4, 1, 0, 0, 0, 0], [0, 4, 4, 1, 1, 0, 0, 0],
            [0, 0, 4, 1, 0xFF, 0xFF, 0xFF, 0xFF],
        ]

        /// Values of Data Source for which nobody has asked.
        private static let answers: [[UInt8]] = [
            [0], [0, 0], [0, 0, 0, 0, 0], [0, 99, 0, 0, 0, 1, 3, 0, 0x62, 0x61, 0x64],
            [1], [1, 0x61, 0], [2], [2, 0, 0, 0, 0, 0], [255, 255, 255], [0, 0, 0, 0],
            [0, 99, 0, 0, 0, 0, 255, 255], Array(repeating: 0, count: 512),
        ]

        @LoopActor
        @Test(arguments: packets.indices)
        func `packets at rest`(index: Int) async throws {
            let script = Script(existing: Self.samples)
                .at(2, .send(on: "link", Self.packets[index])).at(4, .add(Sample("after")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }

        @LoopActor
        @Test func `packets in the middle of everything`() async throws {
            try await forEach(in: Self.packets.indices) { index in
                let script = (0..<12).reduce(
                    Script(
                        behaviour: #""write_delay": 0.1, "answer_delay": 0.1"#,
                        existing: Self.samples)
                ) { script, number in
                    script.at(0.17 * Double(number), .send(on: "link", Self.packets[index]))
                }.at(15, .add(Sample("after")))
                let bench = try BridgeBench(script)
                await bench.expectToShow(
                    script, ignoringAppNames: true, afterwards: .seconds(45),
                    "\(Self.packets[index])")
                bench.stop()
            }
        }

        @LoopActor
        @Test func `announcements and answers`() async throws {
            var script = Script(behaviour: #""write_delay": 0.05"#, existing: Self.samples)
            for (number, value) in Self.announcements.enumerated() {
                script = script.at(
                    2 + 0.1 * Double(number), .send(on: "notification_source", value))
            }
            for (number, value) in Self.answers.enumerated() {
                script = script.at(5 + 0.1 * Double(number), .send(on: "data_source", value))
            }
            script = script.at(8, .add(Sample("after")))
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            expect(bench.ledger.states["Mara's iPhone"], is: [.connected, .ready])
            bench.stop()
        }

        @LoopActor
        @Test func `answers that begin before anybody has asked`() async throws {
            // They lie in front of the first real answer.
            var script = Script(existing: Self.samples)
            for value in Self.answers { script = script.at(0, .send(on: "data_source", value)) }
            let bench = try BridgeBench(script)
            await bench.expectToShow(script)
            bench.stop()
        }
    }
}
