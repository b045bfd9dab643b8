extension CodeLanguage {
    static let german = CodeLanguage(
        name: "German",
        strong: """
            bestätigungscode|bestaetigungscode|verifizierungscode|verifikationscode|sicherheitscode
            |anmeldecode|zugangscode|einmalcode|einmalpasswort|einmal-code|einmal-passwort
            |einmalkennwort|einmal-pin|aktivierungscode|freischaltcode|prüfcode|authentifizierungscode
            |login-code|logincode|sms-code|smscode|tan-nummer|zugriffscode|identifizierungscode
            |autorisierungscode|freigabecode|kontrollcode|legitimationscode|zwei-faktor-code
            |temporäres passwort|temporärer code|einmaliger code|einmaligen code
            """,
        weak: "tan|passwort|kennwort|zum anmelden|um dich anzumelden|um sich anzumelden",
        things: """
            bestellung|bestellnummer|bestell-nr|auftrag|auftragsnummer|sendung|sendungsnummer|paket
            |paketnummer|lieferung|buchung|buchungsnummer|buchungscode|reservierung|flug|zug|gleis|zimmer
            |tisch|rechnung|rechnungsnummer|beleg|referenz|aktenzeichen|vorgang|vorgangsnummer|gutschein
            |gutscheincode|rabatt|rabattcode|aktionscode|plz|postleitzahl|ticket|ticketnummer|fehler
            |fehlercode|wagen|linie|abholcode|abholnummer|kundennummer|mitgliedsnummer|artikel
            |artikelnummer|vertrag|zähler|zählerstand|kilometerstand|postfach|wlan|vorwahl|platz|dress
            """,
        numbers: """
            konto|karte|kontonummer|kartennummer|telefon|hotline|anrufen|ruf|nummer|endend auf|endet auf
            |mit endziffern|endziffern|sms an|an die|durchwahl|kunde|betrag|summe|gesamt|saldo|jahr|anno
            """,
        units: """
            minuten|stunden|uhr|tage|tagen|punkte|schritte|kilometer|personen|menschen|follower|jahre
            |jahren|monate|stück|stk|prozent|wochen|plätze|mal|meter|grad|mio|tsd|einwohner|sekunden
            |besucher|gäste
            """)

    static let dutch = CodeLanguage(
        name: "Dutch",
        strong: """
            verificatiecode|beveiligingscode|bevestigingscode|inlogcode|toegangscode|eenmalige code
            |eenmalig wachtwoord|eenmalige inlogcode|activeringscode|activatiecode|controlecode
            |authenticatiecode|tijdelijke code|tijdelijk wachtwoord|veiligheidscode
            |identificatiecode|autorisatiecode|eenmalige pincode|aanmeldcode
            """,
        weak: "wachtwoord|om in te loggen|om je identiteit te bevestigen",
        things: """
            bestelling|bestelnummer|pakket|pakketje|zending|track|reservering|boeking|vlucht|trein|kamer
            |factuur|bon|referentie|kenmerk|korting|kortingscode|actiecode|postcode|ticket|dossier|fout
            |foutcode|tafel|spoor|levering|artikel|klacht|cadeau|cadeaubon|ophaal|afhaalcode|polis
            |ordernummer|betalingskenmerk|stoel
            """,
        numbers: """
            rekening|rekeningnummer|kaart|pas|pasnummer|telefoon|bel|bel met|nummer|eindigend op
            |eindigt op|die eindigt op|sms naar|klantnummer|bedrag|totaal|saldo|jaar
            """,
        units: """
            minuten|uur|dagen|punten|stappen|kilometer|mensen|personen|volgers|jaar|maanden|stuks|weken
            |plaatsen|keer|meter|graden|duizend|miljoen|inwoners|seconden|bezoekers
            """)
}
