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

    /// Calls and codes from numbers nobody knows.
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

    /// A call, and what comes of one that is missed: a voicemail, or another try.
    private mutating func planCall(
        from name: String, phone: Int, at second: Int, isStranger: Bool = false, tries: Int = 0
    ) {
        let time = moment(second)
        let outcome = random.place(in: isStranger ? [28, 44, 16, 12] : [66, 24, 3, 7])
        let isMissed = outcome == 1
        let ring = random.whole(isMissed ? 14_000...29_000 : 2_400...17_000)
        let ended = time + Int64(ring)
        let ringTime = Duration.milliseconds(ring)
        var steps = [Episode.Step(time: time, change: .ringing, call: Call(state: .ringing))]
        switch outcome {
        case 0:
            let length = Int64(random.mostlySmall(15...2700)) * 1000
            steps.append(
                Episode.Step(
                    time: ended, change: .answered, category: .activeCall,
                    call: Call(state: .answered, ringTime: ringTime)))
            steps.append(
                Episode.Step(
                    time: ended + length, change: .ended,
                    call: Call(
                        state: .ended, ringTime: ringTime, talkTime: .milliseconds(length))))
        case 1:
            steps.append(
                Episode.Step(
                    time: ended + 400, change: .missed, category: .missedCall,
                    message: "Missed Call", call: Call(state: .missed, ringTime: ringTime)))
            steps.append(Episode.Step(time: clearing(after: ended + 1000), change: .removed))
        default:
            let call = Call(state: .ended, ringTime: ringTime, isDeclined: outcome == 2)
            steps.append(Episode.Step(time: ended, change: .ended, call: call))
        }
        plan(
            Episode(
                phone: phone, category: .incomingCall, app: .phone, title: name,
                message: "Incoming Call", flags: [.important, .positiveAction, .negativeAction],
                positiveAction: "Answer", negativeAction: "Decline", date: time, steps: steps))
        guard isMissed else { return }
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
