internal import ANCS

/// Automatic sender: device, shop or mailing list.
struct Sender {
    let app: HouseholdApp
    let category: CategoryID
    /// Mean number of notifications per day and phone.
    let daily: Double
    /// Factor of `daily` on days off.
    var onDaysOff = 1.0
    let hours: HourWeights
    let titles: [String]
    var subtitles: [String] = []
    let messages: [String]
    var flags: EventFlags = [.negativeAction]
    /// Possible later versions of the message, if it changes.
    var later: [String] = []

    static let all: [Sender] = [
        Sender(
            app: .mail, category: .email, daily: 7.2, onDaysOff: 0.3, hours: .office,
            titles: [
                "Henrik Paulsen", "Büro Ahrens", "Priya Raman", "Team Süd", "Frau Öztürk",
                "Stadtwerke", "Hausverwaltung Kröger", "Grundschule am Park", "Ing. Dvořáková",
            ],
            subtitles: [
                "Re: Angebot {order}", "Protokoll vom {tag}", "Rechnung {order}", "Elternabend",
                "Minutes of {day}", "Fwd: Größenänderung", "Question about room {number}",
                "Termin {time}", "Zählerstand",
            ],
            messages: [
                "Hallo zusammen, anbei die aktuelle Fassung. Bitte bis {tag} prüfen.",
                "Thanks for the quick answer. Could we talk at {time}? My number is {phone}.",
                "Sehr geehrte Damen und Herren, Ihre Rechnung über {money} € liegt bei.",
                "Kurze Rückfrage: Bleibt es bei {tag}, {time} Uhr im {place}?",
                "The draft is attached, {number} pages. Section {number} still needs a picture.",
                "Bitte geben Sie Ihrem Kind am {tag} {thing} mit.",
            ]),
        Sender(
            app: .mail, category: .email, daily: 5.2, onDaysOff: 0.9, hours: .morning,
            titles: [
                "Wochenmarkt Rundbrief", "Bücherstube", "Radladen Speiche", "La Gazette du Jardin",
                "The Sunday Kettle", "Teehaus Nordlicht", "Kino am Ufer",
            ],
            subtitles: [
                "Nur bis {tag}: {number} % auf alles", "Neu eingetroffen: {thing}",
                "Les idées de la semaine", "{number} things worth reading", "Programm ab {tag}",
            ],
            messages: [
                "Guten Morgen! Diese Woche: {thing}, {thing} und viele Grüße aus {place}.",
                "Bonjour, voici nos {number} idées pour votre jardin.",
                "Good morning. Today: {place} in the rain, and how to keep {thing} fresh.",
            ], flags: [.silent, .negativeAction]),
        Sender(
            app: .news, category: .news, daily: 2.6, hours: .business,
            titles: ["Abendblatt", "Morning Post", "Le Quotidien"],
            messages: [
                "Neuer Radweg am {place} wird {tag} eröffnet",
                "Council votes on the old harbour: {number} to {number}",
                "Wetter: Am {tag} bis {number} Grad", "Trains between {place} and {place} delayed",
                "Le marché de {place} fête ses {number} ans",
            ], flags: [.silent, .negativeAction]),
        Sender(
            app: .calendar, category: .schedule, daily: 1.7, onDaysOff: 0.5, hours: .office,
            titles: [
                "Zahnarzt", "Elternabend", "Team-Runde", "Volleyball", "Friseur", "Müllabfuhr",
                "Geburtstag Oma", "Call with Priya",
            ], messages: ["Heute um {time}", "in 15 Minuten, {place}", "{tag} um {time}"],
            flags: [.important, .positiveAction, .negativeAction]),
        Sender(
            app: .reminders, category: .schedule, daily: 0.7, hours: .business,
            titles: ["Blumen gießen 🌱", "{thing} kaufen", "Rezept abholen", "Call {phone} back"],
            messages: ["", "Heute"]),
        Sender(
            app: .parcel, category: .other, daily: 0.75, onDaysOff: 0.5, hours: .business,
            titles: ["Sendung {order}"],
            messages: [
                "Ihre Sendung kommt heute zwischen {time} und {time}.",
                "Your parcel is on the way to {place}.",
            ], later: ["Zugestellt um {time}.", "Delivered to a neighbour, {place}."]),
        Sender(
            app: .bank, category: .businessAndFinance, daily: 1.0, onDaysOff: 0.6,
            hours: .business, titles: ["Lindenbank"],
            messages: [
                "Kartenzahlung {money} € · {place}", "Gutschrift {money} €",
                "Ihre TAN lautet {code}. Geben Sie sie niemandem weiter.",
            ]),
        Sender(
            app: .pictures, category: .social, daily: 2.4, onDaysOff: 1.4, hours: .evening,
            titles: ["nuria.pinta", "bjorn_bakes", "kanal12", "はるか"],
            messages: [
                "likes your picture of {place}", "commented: 😍😍", "started a story",
                "commented: Wo ist das? {place}?",
            ]),
        Sender(
            app: .doorbell, category: .other, daily: 0.9, hours: .business, titles: ["Haustür"],
            messages: ["Es hat um {time} geklingelt 🔔", "Motion at the gate"],
            flags: [.important, .negativeAction]),
        Sender(
            app: .fitness, category: .healthAndFitness, daily: 0.8, onDaysOff: 1.2,
            hours: .evening, titles: ["Bewegung", "Ziel erreicht 🎉"],
            messages: ["Noch {number} Minuten bis zu deinem Ziel.", "{number} km diese Woche!"]),
        Sender(
            app: .weather, category: .other, daily: 0.6, hours: .morning,
            titles: ["Regen ab {time} ☔️", "Sturmwarnung 💨", "Sonnig, {number}°"],
            messages: ["{place}: Schauer bis {time}", "Böen bis {number} km/h"]),
        Sender(
            app: .trains, category: .location, daily: 0.7, onDaysOff: 0.2, hours: .morning,
            titles: ["RE {number} nach {place}"],
            messages: ["Abfahrt {time}, Gleis {number}", "Heute {number} Minuten später"],
            later: ["Abfahrt jetzt {time}", "Fällt heute aus"]),
        Sender(
            app: .music, category: .entertainment, daily: 0.55, onDaysOff: 1.6, hours: .evening,
            titles: ["Neues Album", "Concert near you"],
            messages: ["{thing} – live in {place}", "{number} neue Lieder für {tag}"]),
    ]
}
