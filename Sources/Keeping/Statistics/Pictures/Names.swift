internal import Linux
internal import Notices

extension StatisticsFigures.Caller {
    /// What people read.
    var words: String {
        let name = title.cleaned()
        return name.isEmpty ? "(no name)" : name
    }
}

extension StatisticsFigures.App {
    /// What people read.
    var words: String {
        let names = [name?.cleaned() ?? "", appID.cleaned()]
        return names.first { !$0.isEmpty } ?? "(no name)"
    }
}

extension StatisticsFigures.Phone {
    /// What people read.
    var words: String {
        let name = name.cleaned()
        return name.isEmpty ? "(no name)" : name
    }
}

extension StatisticsFigures.Person {
    /// What people read.
    var words: String { name.cleaned() }

    /// Where they are since when.
    var stateWords: String { "\(isHome ? "home" : "away") since \(since.dayAndClock)" }
}

extension StatisticsFigures.CountedItem {
    /// What people read.
    var words: String {
        picture.map { "\($0.cleaned()) \(name.cleaned())" } ?? name.cleaned()
    }

    /// Where it was when.
    var stateWords: String {
        let place = isHere == true ? "here" : zone == .unknown ? "" : zone.words
        return (place.isEmpty ? "" : place + ", ") + heard.dayAndClock
    }
}

extension WallTime {
    /// The day and the time of day.
    fileprivate var dayAndClock: String {
        "\(LocalDay(self).dayAndMonth) \(local.clock.prefix(5))"
    }
}

extension StatisticsFigures.Kind {
    /// What people read.
    var words: String {
        switch category.name {
        case "incoming_call": "Other calls"
        case "missed_call": "Missed calls"
        case "active_call": "Answered calls"
        case "voicemail": "Voicemail"
        case "social": "Messages and social"
        case "schedule": "Calendar"
        case "email": "Mail"
        case "news": "News"
        case "health_and_fitness": "Health and fitness"
        case "business_and_finance": "Business and finance"
        case "location": "Location"
        case "entertainment": "Entertainment"
        case "other": "Other"
        default: category.name
        }
    }
}

extension StatisticsFigures {
    /// The time all this is about.
    var spanWords: String {
        guard let first = days.first, let last = days.last else { return "Nothing yet" }
        if days.count == 1 { return first.day.wordsWithWeekday }
        return "\(first.day.words) – \(last.day.words)"
    }

    /// How long that is.
    var lengthWords: String {
        days.count == 1 ? "1 day" : "\(days.count.grouped) days"
    }
}

extension Int {
    /// The number with what it counts.
    func of(_ thing: String) -> String {
        "\(grouped) \(thing)\(self == 1 ? "" : "s")"
    }
}
