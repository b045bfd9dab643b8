extension CodeLanguage {
    static let polish = CodeLanguage(
        name: "Polish",
        strong: """
            kod weryfikacyjny|kodu weryfikacyjnego|kodem weryfikacyjnym|kod autoryzacyjny|kod autoryzacji
            |kod weryfikacji|kod potwierdzający|kod potwierdzenia|kod bezpieczeństwa|kod dostępu
            |kod logowania|kod jednorazowy|jednorazowy kod|hasło jednorazowe|jednorazowe hasło
            |hasło tymczasowe|kod aktywacyjny|kod sms|kod do logowania|kod uwierzytelniający|smskod
            |hasło sms|kod pin|smskodu
            """,
        weak: "kod|kodem|hasło|aby się zalogować",
        things: """
            zamówieni*|paczk*|przesyłk*|śledzeni*|dostaw*|rezerwacj*|lot|lotu|pociąg*|pokój|pokoju|stolik*
            |faktur*|paragon*|referencyjn*|rabat*|promocyjn*|promocj*|kupon*|pocztow*|prezent*|bilet*
            |zgłoszeni*|błęd*|błąd|kreskow*|odbior*|polecając*|spraw*|umow*|paczkomat*|peron*|produkt*
            """,
        numbers: """
            kont*|kart*|telefon*|zadzwoń|zadzwoń pod|numer*|kończąc* się na|kończącej się na
            |kończącą się na|wyślij|odpisz|infolini*|kwot*|saldo|suma|razem|roku|pod numer|klient*
            """,
        units: """
            zł|złotych|minut*|godzin*|dni|dzień|punkt*|kroków|krok*|osób|szt|lat|rok*|miesięc*|tys|mln
            |groszy|gr|metr*|razy|sekund*|miejsc*|mieszkańców
            """)

    static let turkish = CodeLanguage(
        name: "Turkish",
        strong: """
            doğrulama kodu*|onay kodu*|güvenlik kodu*|giriş kodu*|tek kullanımlık şifre*
            |tek kullanımlık kod*|tek kullanımlık parola*|tek seferlik şifre*|tek seferlik kod*
            |tek seferlik parola*|aktivasyon kodu*|sms kodu|sms şifre*|sms doğrulama|etkinleştirme kodu*
            |erişim kodu*|geçici şifre*|kimlik doğrulama kodu*|oturum açma kodu*|tek kullanımlık doğrulama kodu*
            """,
        weak: "kod|kodu|kodun|kodunuz|kodunuzu|şifre|şifreniz|şifren|parola|parolanız",
        things: """
            sipariş*|kargo*|takip*|gönderi*|rezervasyon*|uçuş*|sefer*|fatura*|makbuz*|referans*|indirim*
            |promosyon*|kupon*|posta*|oda*|masa*|bilet*|hediye*|hata*|davet*|alan|barkod*|ürün*|teslimat*
            |başvuru*|dosya*|abone*|fiş*|koltuk*|peron*
            """,
        numbers: """
            hesap*|hesab*|kart*|telefon*|arayın|numara*|biten|ile biten|gönderin|müşteri*|tutar*|toplam
            |bakiye*|yılı|çağrı merkezi
            """,
        units: """
            lira*|dakika*|dk|saat*|gün*|adım*|puan*|kişi*|adet*|yıl*|bin|milyon|takipçi*|kuruş|sn|saniye*
            |metre*|kilometre*|kez|nüfus*|ay
            """)

    static let indonesian = CodeLanguage(
        name: "Indonesian",
        strong: """
            kode verifikasi|kode otp|kode keamanan|kode konfirmasi|kode masuk|kode login|kode akses
            |kode aktivasi|kode sekali pakai|kata sandi sekali pakai|password sekali pakai
            |kode autentikasi|kode rahasia|sandi sekali pakai|kode sms|pin sekali pakai|kode pengaman
            """,
        weak: "kode|sandi|kata sandi|untuk masuk|untuk verifikasi",
        things: """
            pesanan|paket|resi|pengiriman|pelacakan|pemesanan|penerbangan|kereta|kamar|meja|faktur
            |tagihan|struk|referensi|diskon|kupon|pos|hadiah|tiket|kesalahan|batang|undangan|pengambilan
            |keluhan|transaksi|gerbong|produk|antrean
            """,
        numbers: """
            rekening|kartu|telepon|telp|hp|hubungi|nomor|berakhiran|akhiran|yang berakhiran|ketik
            |kirim ke|balas|pelanggan|meteran|jumlah|saldo|sebesar|tahun
            """,
        units: """
            rupiah|menit|jam|hari|poin|langkah|orang|pengikut|tahun|bulan|ribu|juta|unit|buah|kilometer
            |meter|kali|kursi|detik|derajat|penduduk
            """)

    static let vietnamese = CodeLanguage(
        name: "Vietnamese",
        strong: """
            mã xác thực|mã xác nhận|mã otp|mã bảo mật|mã đăng nhập|mật khẩu một lần
            |mật khẩu dùng một lần|mật khẩu sử dụng một lần|mã kích hoạt|mã xác minh|mã kiểm tra
            |mã an toàn|mã đăng ký|mã dùng một lần
            """,
        weak: "mã của bạn|mã của quý khách|mã là|mã số của bạn|mật khẩu|để đăng nhập",
        things: """
            đơn hàng|mã đơn hàng|mã đơn|vận đơn|mã vận đơn|đặt chỗ|mã đặt chỗ|chuyến bay|hóa đơn
            |mã giảm giá|giảm giá|khuyến mãi|mã khuyến mãi|phiếu|mã bưu điện|bưu chính|phòng số|mã vạch
            |mã qr|tham chiếu|hợp đồng|biển số|kiện hàng|bưu kiện|mã giới thiệu|mã ưu đãi|bàn số
            """,
        numbers: """
            tài khoản|số tài khoản|số thẻ|thẻ tín dụng|thẻ atm|thẻ ghi nợ|điện thoại|gọi|tổng đài|đuôi
            |số cuối|soạn|liên hệ|số tiền|số dư|số điện thoại|năm
            """,
        units: """
            đồng|vnđ|phút|giờ|ngày|điểm|bước|người|lượt|năm|tháng|nghìn|triệu|giây|lần|mét|chỗ
            """)
}
