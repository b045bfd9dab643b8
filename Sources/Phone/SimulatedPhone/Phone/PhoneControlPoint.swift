extension Phone {
    /// Performs a write to the Control Point, or throws the error.
    ///
    /// An answer on Data Source follows the response.
    mutating func command(
        _ value: [UInt8], responseDue: Duration, at now: Moment
    ) throws(SimulatedAttributeError) {
        releaseHeldAnswer(at: responseDue)
        if let error = Behaviour.ForcedError.take(from: &behaviour.forcedError) { throw error }
        // Phones return this error until the user allows sharing notifications.
        guard behaviour.isSharing else { throw .writeNotPermitted }
        let answer: [UInt8]
        switch try ControlPointCommand(parsing: value) {
        case .notificationAttributes(let uid, let requests):
            answer = try notificationAnswer(uid, requests)
        case .appAttributes(let app, let attributes):
            answer = try appAnswer(app, attributes)
        case .perform(let uid, let isPositive):
            try perform(uid, isPositive: isPositive, at: now)
            answer = []
        }
        if !answer.isEmpty { send(answer, after: responseDue) }
    }

    private mutating func releaseHeldAnswer(at due: Duration) {
        guard var held = link?.heldAnswer else { return }
        link?.heldAnswer = nil
        held.due = due
        link?.outbox.answer(held)
    }

    private mutating func notificationAnswer(
        _ uid: UInt32, _ requests: [ControlPointCommand.AttributeRequest]
    ) throws(SimulatedAttributeError) -> [UInt8] {
        guard let notification = store.serial(ofUID: uid).flatMap({ store[$0] }) else {
            throw .invalidParameter
        }
        var tuples: [[UInt8]] = []
        for request in requests {
            guard let attribute = NotificationAttribute(rawValue: request.attribute) else {
                throw .invalidCommand
            }
            if attribute == behaviour.omittedAttribute { continue }
            // A limit counts bytes and may split a character.
            let text = notification.value(of: attribute)
            let tuple = Self.tuple(request.attribute, text, limit: request.limit)
            tuples.append(tuple)
            if attribute == behaviour.duplicatedAttribute { tuples.append(tuple) }
        }
        switch behaviour.attributeOrder {
        case .asked: break
        case .reversed: tuples.reverse()
        case .shuffled: tuples.shuffle(using: &random)
        }
        if let extra = behaviour.extraAttribute {
            tuples.append(Self.tuple(extra, Array("extra".utf8), limit: nil))
        }
        var answer: [UInt8] = [0]
        answer.append(doubleWord: behaviour.answersWrongUID ? ~uid : uid)
        return answer + tuples.joined()
    }

    private func appAnswer(
        _ app: [UInt8], _ attributes: [UInt8]
    ) throws(SimulatedAttributeError) -> [UInt8] {
        let header = [1] + app + [0]
        switch behaviour.apps[app] ?? .unknown {
        case .unknown: throw .invalidParameter
        case .uninstalled: return header
        case .name(let name):
            return header + attributes.flatMap { Self.tuple($0, name, limit: nil) }
        }
    }

    private static func tuple(_ attribute: UInt8, _ value: [UInt8], limit: Int?) -> [UInt8] {
        let value = value.prefix(min(limit ?? .max, Int(UInt16.max)))
        var tuple = [attribute]
        tuple.append(word: UInt16(value.count))
        return tuple + value
    }

    private mutating func perform(
        _ uid: UInt32, isPositive: Bool, at now: Moment
    ) throws(SimulatedAttributeError) {
        guard let serial = store.serial(ofUID: uid), let notification = store[serial] else {
            throw .invalidParameter
        }
        guard notification.flags.contains(isPositive ? .positiveAction : .negativeAction) else {
            throw .actionFailed
        }
        actedOn.insert(notification.name)
        remove(serial)
        guard notification.category == .incomingCall else { return }
        let date = ScenarioDate.text(of: now.wall, on: behaviour.clock)
        // A declined call also becomes a missed call.
        add(
            isPositive
                ? notification.asActiveCall(date: date) : notification.asMissedCall(date: date))
    }
}
