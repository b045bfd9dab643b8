internal import Linux
internal import Notices

extension StatisticsFigures.Caller {
    /// Display text.
    var words: String {
        let name = title.cleaned()
        return name.isEmpty ? "(no name)" : name
    }
}

extension StatisticsFigures.App {
    /// Display text.
    var words: String {
        let names = [name?.cleaned() ?? "", appID.cleaned()]
        return names.first { !$0.isEmpty } ?? "(no name)"
    }
}

extension StatisticsFigures.Phone {
    /// Display text.
    var words: String {
        let name = name.cleaned()
        return name.isEmpty ? "(no name)" : name
    }
}

extension StatisticsFigures.Person {
    /// Display text.
    var words: String { name.cleaned() }

    /// Presence and its start.
    var stateWords: String { "\(isHome ? "home" : "away") since \(since.dayAndClock)" }
}

extension StatisticsFigures.CountedItem {
    /// Display text.
    var words: String {
        picture.map { "\($0.cleaned()) \(name.cleaned())" } ?? name.cleaned()
    }

    /// Last place and time.
    var stateWords: String {
        let place = isHere == true ? "here" : zone == .unknown ? "" : zone.words
        return (place.isEmpty ? "" : place + ", ") + heard.dayAndClock
    }
}

extension WallTime {
    /// Day and time of day.
    fileprivate var dayAndClock: String {
        "\(LocalDay(self).dayAndMonth) \(local.clock.prefix(5))"
    }
}

extension StatisticsFigures.Kind {
    /// Display text.
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
    /// First and last day of the period.
    var spanWords: String {
        guard let first = days.first, let last = days.last else { return "Nothing yet" }
        if days.count == 1 { return first.day.wordsWithWeekday }
        return "\(first.day.words) – \(last.day.words)"
    }

    /// Length of the period in days.
    var lengthWords: String {
        days.count == 1 ? "1 day" : "\(days.count.grouped) days"
    }
}

extension Int {
    /// Returns the number with its unit, in the plural if required.
    func of(_ thing: String) -> String {
        "\(grouped) \(thing)\(self == 1 ? "" : "s")"
    }
}
