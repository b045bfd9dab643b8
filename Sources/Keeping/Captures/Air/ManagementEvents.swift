/// Management events of the Linux kernel, which name the device behind a changing address.
struct ManagementEvents {
    private static let newIdentityKey: UInt16 = 0x0018

    func receive(_ packet: CapturedPacket) -> [ControllerEvent] {
        var fields = RecordFieldReader(packet.bytes)
        do throws(RecordFieldReader.EndsEarly) {
            // Skips the cookie of the control socket before the event code.
            _ = try fields.readBytes(4)
            guard try fields.readLittle(UInt16.self) == Self.newIdentityKey else { return [] }
            _ = try fields.readUInt8()
            let changing = DeviceAddress(try fields.readBytes(6))
            return [.alias(changing, DeviceAddress(try fields.readBytes(6)))]
        } catch {
            return []
        }
    }
}
