import Linux
package import Radio

extension BlueZRadio: AirRadio {
    /// Starts discovery by bluetoothd.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        bluezAir.listen(tell)
    }

    /// Stops discovery.
    package func stopListening() {
        bluezAir.listen(nil)
    }

    /// Broadcasts these messages in addition to the advertisement for phones.
    package func broadcast(_ messages: [AirBroadcast]) {
        bluezAir.broadcast(messages)
    }

    /// Actual state of scanning and broadcasting.
    package var air: AirCondition { bluezAir.condition }

    /// Returns nil: bluetoothd does not report the signal strength of connected phones.
    package func signal(of bond: String) async -> Int? { nil }
}
