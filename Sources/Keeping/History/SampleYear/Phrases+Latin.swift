/// Languages in the Latin alphabet.
extension Phrases {
    static let german = Phrases(
        sentences: [
            "Bist du schon zuhause?", "Ich komme erst um {time}.", "Kannst du {thing} mitbringen?",
            "Wir treffen uns {day} um {time} am {place}.", "Danke, das ist lieb von dir! 😊",
            "Schläfst du schon?", "Hast du meinen Schlüssel gesehen?",
            "Die Kinder sind um {time} fertig, holst du sie ab?", "Bin gleich da 🚲",
            "Grüße von Tante Jördis", "Hab dich lieb ❤️", "Zug hat {number} Minuten Verspätung 🙄",
            "Rufst du mich bitte kurz zurück?", "Neue Nummer vom Klempner: {phone}",
            "Das Paket liegt beim Nachbarn.", "Übermorgen wird es schön, wollen wir zelten?",
            "Ich hab noch {number} Stück übrig.", "Ach so 😂😂", "Wer bringt {thing} zum Fest mit?",
            "Der Termin ist auf {day}, {time} Uhr verschoben.", "Passt!", "Gute Nacht 🌙",
            "Können wir das morgen besprechen?", "Die Heizung geht wieder. Endlich!",
        ], days: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"])

    static let english = Phrases(
        sentences: [
            "Are you free on {day}?", "Running {number} minutes late, sorry!", "On my way 🚶‍♀️",
            "Did you see the photos from {place}?", "Can we move it to {time}?",
            "Thank you so much!",
            "That made my day 😄", "Don’t forget the {thing}", "Call me when you can.",
            "See you at {place} at {time}", "Haha, exactly", "Happy birthday! 🎂🎉",
            "I left my {thing} at yours", "Any news from the landlord?", "👍", "No rush.",
            "Build is green again ✅", "The meeting is at {time}, room {number}.",
            "Could you send me that number again? I have {phone}", "So proud of you 🥹",
        ],
        days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])

    static let french = Phrases(
        sentences: [
            "On se voit {day} ?", "J’arrive à {time} à la gare.", "Ça te dit d’aller à {place} ?",
            "Merci beaucoup, c’était délicieux !", "N’oublie pas {thing} 😉", "À tout à l’heure !",
            "Tu as reçu ma carte postale ?", "Je suis déjà là ☕️", "Bonne journée à vous deux 🌻",
            "Mon nouveau numéro : {phone}", "Où êtes-vous ?", "Élodie a eu son permis 🚗",
        ], days: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"])

    static let spanish = Phrases(
        sentences: [
            "¿Quedamos el {day} a las {time}?", "¡Feliz cumpleaños! 🎈", "Mañana te llamo.",
            "¿Has visto el correo del señor Núñez?", "Estamos en {place} 🌊",
            "Qué ilusión, de verdad",
            "Compré {thing} para todos.", "Llego en {number} minutos", "¿Cómo está la niña?",
            "Te echo de menos 💛", "Jajaja, qué risa", "Un abrazo muy fuerte",
        ], days: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"])

    static let polish = Phrases(
        sentences: [
            "Będę o {time}.", "Czy możesz kupić {thing}?", "Dziękuję, świetny pomysł!",
            "Widzimy się w {day}?", "Pociąg spóźnia się {number} minut.",
            "Zadzwoń, jak będziesz wolny",
            "Zażółć gęślą jaźń 😄", "Gdzie jesteś?", "Pozdrowienia z {place}", "Dobranoc 🌙",
            "Źle się czuję, zostaję w domu.", "Mój numer: {phone}",
        ],
        days: ["poniedziałek", "wtorek", "środę", "czwartek", "piątek", "sobotę", "niedzielę"])

    static let czech = Phrases(
        sentences: [
            "Přijedu v {time}.", "Koupil jsem {thing}.", "Díky moc, měj se hezky!",
            "Uvidíme se v {day}?", "Příliš žluťoučký kůň 🐴", "Jsem na cestě", "Zavolej mi, prosím.",
            "Fotky z {place} jsou nádherné", "Zpoždění {number} minut, omlouvám se",
        ], days: ["pondělí", "úterý", "středu", "čtvrtek", "pátek", "sobotu", "neděli"])

    static let turkish = Phrases(
        sentences: [
            "Akşam {time} gibi gelirim.", "Çok teşekkür ederim 🌷", "{day} günü müsait misin?",
            "Şimdi {place} civarındayım", "İyi geceler, tatlı rüyalar", "{thing} almayı unutma",
            "Işıklar hâlâ açık mı?", "Görüşürüz!", "Annem selam söylüyor", "{number} dakika sonra",
        ],
        days: ["Pazartesi", "Salı", "Çarşamba", "Perşembe", "Cuma", "Cumartesi", "Pazar"])
}
