import Linux
package import Radio

extension BlueZRadio: AirRadio {
    /// Has bluetoothd look around from now on.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        bluezAir.listen(tell)
    }

    /// Listens no longer.
    package func stopListening() {
        bluezAir.listen(nil)
    }

    /// Sends these beside what phones find the host by.
    package func broadcast(_ messages: [AirBroadcast]) {
        bluezAir.broadcast(messages)
    }

    /// What the air gets of all that.
    package var air: AirCondition { bluezAir.condition }

    /// Tells nothing: bluetoothd does not say how well a phone is heard that is connected.
    package func signal(of bond: String) async -> Int? { nil }
}
