/// An app on the household's phones.
struct HouseholdApp {
    let id: String
    let name: String

    static let phone = HouseholdApp(id: "com.apple.mobilephone", name: "Phone")
    static let messages = HouseholdApp(id: "com.apple.MobileSMS", name: "Messages")
    static let whatsApp = HouseholdApp(id: "net.whatsapp.WhatsApp", name: "WhatsApp")
    static let signal = HouseholdApp(id: "org.whispersystems.signal", name: "Signal")
    static let mail = HouseholdApp(id: "com.apple.mobilemail", name: "Mail")
    static let calendar = HouseholdApp(id: "com.apple.mobilecal", name: "Calendar")
    static let reminders = HouseholdApp(id: "com.apple.reminders", name: "Reminders")
    static let news = HouseholdApp(id: "com.apple.news", name: "News")
    static let fitness = HouseholdApp(id: "com.apple.Fitness", name: "Fitness")
    static let parcel = HouseholdApp(id: "org.example.parcelbird", name: "Parcelbird")
    static let bank = HouseholdApp(id: "org.example.lindenbank", name: "Lindenbank")
    static let doorbell = HouseholdApp(id: "org.example.klingel", name: "Klingel")
    static let pictures = HouseholdApp(id: "org.example.picturewall", name: "Picturewall")
    static let weather = HouseholdApp(id: "org.example.regenbogen", name: "Regenbogen")
    static let trains = HouseholdApp(id: "org.example.bahnsteig", name: "Bahnsteig")
    static let music = HouseholdApp(id: "org.example.schallplatte", name: "Schallplatte")
}
