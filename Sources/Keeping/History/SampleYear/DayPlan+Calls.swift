internal import ANCS
internal import Linux
internal import Notices

extension DayPlan {
    mutating func planCalls(of contact: Contact) {
        let mean = contact.calls * scale * (contact.isOffice && !kind.isWorkday ? 0 : kind.cheer)
        for _ in 0..<random.count(mean: mean) {
            let phone = contact.phone ?? random.whole(0...1)
            let second = random.second(in: contact.isOffice ? .office : kind.leisure)
            planCall(from: contact.name, phone: phone, at: second)
        }
    }

    /// Adds calls and codes from unknown numbers.
    mutating func planStrangers() {
        for _ in 0..<random.count(mean: (kind.isWorkday ? 0.5 : 0.1) * scale) {
            let number = Contact.stranger(&random)
            planCall(
                from: number, phone: random.whole(0...1), at: random.second(in: .office),
                isStranger: true)
        }
        for _ in 0..<random.count(mean: 0.35 * scale) {
            let time = moment(random.second(in: .business))
            plan(
                Episode(
                    phone: random.whole(0...1), category: .social, app: .messages,
                    title: Contact.stranger(&random),
                    message: Phrases.filled(
                        "Your code is {code}. It is good for 10 minutes.", &random),
                    date: time,
                    steps: [
                        Episode.Step(time: time, change: .added),
                        Episode.Step(time: clearing(after: time), change: .removed),
                    ]))
        }
    }

    /// Outcomes of a call, in the order of the weights.
    private enum CallEnd: Int {
        case answered
        case missed
        case declined
        case givenUp
    }

    /// Adds a call and the consequences of a missed one.
    private mutating func planCall(
        from name: String, phone: Int, at second: Int, isStranger: Bool = false, tries: Int = 0
    ) {
        let time = moment(second)
        let weights: [Double] = isStranger ? [28, 44, 16, 12] : [66, 24, 3, 7]
        let end = CallEnd(rawValue: random.place(in: weights)) ?? .givenUp
        let ring = random.whole(end == .missed ? 14_000...29_000 : 2_400...17_000)
        let beginning = Episode.Step(time: time, change: .ringing, call: Call(state: .ringing))
        let steps = [beginning] + stepsOfCall(thatRangUntil: time + Int64(ring), for: ring, end)
        plan(
            Episode(
                phone: phone, category: .incomingCall, app: .phone, title: name,
                message: "Incoming Call", flags: [.important, .positiveAction, .negativeAction],
                positiveAction: "Answer", negativeAction: "Decline", date: time, steps: steps))
        guard end == .missed else { return }
        // A voicemail, or another call.
        if random.happens(isStranger ? 0.12 : 0.35) {
            planVoicemail(
                from: name, phone: phone, at: second + ring / 1000 + random.whole(20...110))
        } else if random.happens(0.4), tries < 2 {
            let again = second + random.whole(120...4000)
            if again < 86_400 {
                planCall(
                    from: name, phone: phone, at: again, isStranger: isStranger, tries: tries + 1)
            }
        }
    }

    /// Returns the steps of a call after it stopped ringing.
    private mutating func stepsOfCall(
        thatRangUntil ended: Int64, for ring: Int, _ end: CallEnd
    ) -> [Episode.Step] {
        let ringTime = Duration.milliseconds(ring)
        switch end {
        case .answered:
            let length = Int64(random.mostlySmall(15...2700)) * 1000
            return [
                Episode.Step(
                    time: ended, change: .answered, category: .activeCall,
                    call: Call(state: .answered, ringTime: ringTime)),
                Episode.Step(
                    time: ended + length, change: .ended,
                    call: Call(
                        state: .ended, ringTime: ringTime, talkTime: .milliseconds(length))),
            ]
        case .missed:
            return [
                Episode.Step(
                    time: ended + 400, change: .missed, category: .missedCall,
                    message: "Missed Call", call: Call(state: .missed, ringTime: ringTime)),
                Episode.Step(time: clearing(after: ended + 1000), change: .removed),
            ]
        case .declined, .givenUp:
            let call = Call(state: .ended, ringTime: ringTime, isDeclined: end == .declined)
            return [Episode.Step(time: ended, change: .ended, call: call)]
        }
    }

    private mutating func planVoicemail(from name: String, phone: Int, at second: Int) {
        guard second < 86_400 else { return }
        let time = moment(second)
        plan(
            Episode(
                phone: phone, category: .voicemail, app: .phone, title: name,
                message: "Voicemail", date: time,
                steps: [
                    Episode.Step(time: time, change: .added),
                    Episode.Step(time: clearing(after: time + 60_000), change: .removed),
                ]))
    }
}
