/// Fictional contact who writes or calls.
struct Contact {
    let name: String
    let phrases: Phrases
    /// Mean number of message bursts per day.
    let writes: Double
    var app = HouseholdApp.messages
    /// Mean number of calls per day.
    let calls: Double
    /// Whether the contact writes and calls on workdays only, in office hours.
    var isOffice = false
    /// Index of the phone that the contact writes to and calls: 0, 1, or nil for either.
    var phone: Int?

    /// All contacts; telephone numbers are from ranges reserved for fiction.
    static let all: [Contact] = [
        Contact(name: "Oma Gerlinde", phrases: .german, writes: 0.25, calls: 0.84),
        Contact(name: "Mama", phrases: .german, writes: 0.7, app: .whatsApp, calls: 0.68, phone: 0),
        Contact(name: "Papa", phrases: .german, writes: 0.3, app: .whatsApp, calls: 0.46, phone: 1),
        Contact(
            name: "Zoë Müller", phrases: .german, writes: 1.2, app: .signal, calls: 0.3, phone: 0),
        Contact(name: "Björn Ekström", phrases: .english, writes: 0.5, calls: 0.14, phone: 1),
        Contact(
            name: "Łukasz Wiśniewski", phrases: .polish, writes: 0.5, app: .whatsApp, calls: 0.22,
            phone: 1),
        Contact(
            name: "Aylin Demirtaş", phrases: .turkish, writes: 0.45, app: .whatsApp, calls: 0.16,
            phone: 0),
        Contact(name: "Chloé Lefèvre", phrases: .french, writes: 0.5, calls: 0.12, phone: 0),
        Contact(
            name: "Nuria Ibáñez", phrases: .spanish, writes: 0.55, app: .whatsApp, calls: 0.15,
            phone: 0),
        Contact(name: "Tomáš Dvořák", phrases: .czech, writes: 0.3, calls: 0.08, phone: 1),
        Contact(
            name: "Ελένη Παππά", phrases: .greek, writes: 0.2, app: .whatsApp, calls: 0.05,
            phone: 0),
        Contact(
            name: "Оксана Мельник", phrases: .ukrainian, writes: 0.3, app: .signal, calls: 0.07,
            phone: 0),
        Contact(name: "佐藤 はるか", phrases: .japanese, writes: 0.3, calls: 0.04, phone: 0),
        Contact(name: "陈 小雨", phrases: .chinese, writes: 0.25, calls: 0.03, phone: 1),
        Contact(name: "김하늘", phrases: .korean, writes: 0.22, calls: 0.03, phone: 1),
        Contact(
            name: "Maya O’Connor", phrases: .english, writes: 0.8, app: .whatsApp, calls: 0.27,
            phone: 0),
        Contact(name: "Femi Adewale", phrases: .english, writes: 0.45, calls: 0.16, phone: 1),
        Contact(
            name: "Klasse 3b 🎒", phrases: .german, writes: 0.5, app: .whatsApp, calls: 0,
            phone: 0),
        Contact(
            name: "Volleyball 🏐", phrases: .german, writes: 0.55, app: .signal, calls: 0,
            phone: 1),
        Contact(
            name: "Hausgemeinschaft", phrases: .german, writes: 0.3, app: .whatsApp, calls: 0),
        Contact(
            name: "Büro Ahrens", phrases: .german, writes: 0.12, calls: 0.54, isOffice: true,
            phone: 0),
        Contact(
            name: "Priya (Team Süd)", phrases: .english, writes: 0.6, app: .signal, calls: 0.32,
            isOffice: true, phone: 1),
        Contact(
            name: "Henrik Paulsen", phrases: .english, writes: 0.35, calls: 0.41, isOffice: true,
            phone: 1),
        Contact(
            name: "Praxis Dr. Sommer", phrases: .german, writes: 0, calls: 0.07, isOffice: true),
        Contact(name: "Grundschule", phrases: .german, writes: 0, calls: 0.09, isOffice: true),
        Contact(
            name: "Autohaus Brandt", phrases: .german, writes: 0, calls: 0.04, isOffice: true),
        Contact(
            name: "+49 30 23125 014", phrases: .german, writes: 0.05, calls: 0.07, isOffice: true),
        Contact(name: "+44 20 7946 0182", phrases: .english, writes: 0.03, calls: 0.04),
        Contact(name: "+1 (555) 010-0147", phrases: .english, writes: 0.02, calls: 0.03),
    ]

    /// Returns the number of an unknown caller.
    static func stranger(_ random: inout YearRandom) -> String {
        switch random.whole(0...3) {
        case 0: "+49 30 23125 \(random.whole(100...999))"
        case 1: "+49 171 39200\(random.whole(10...99))"
        case 2: "+33 1 99 00 \(random.whole(10...99)) \(random.whole(10...99))"
        default: "+44 20 7946 0\(random.whole(100...999))"
        }
    }
}
