extension CodeLanguage {
    static let spanish = CodeLanguage(
        name: "Spanish",
        strong: """
            código de verificación|código de seguridad|código de confirmación|código de acceso
            |código de autenticación|código de autorización|código de inicio de sesión
            |código de un solo uso|código único|código de activación|código de validación
            |código temporal|contraseña de un solo uso|contraseña temporal|clave de un solo uso
            |clave dinámica|clave temporal|clave de acceso|clave de seguridad|clave de verificación
            |token de seguridad|código otp|código sms|código de identificación|pin de un solo uso
            |código de registro
            """,
        weak: """
            código|clave|contraseña|para verificar|para iniciar sesión|para confirmar tu identidad
            |para acceder
            """,
        things: """
            pedido|envío|paquete|rastreo|seguimiento|reserva|vuelo|tren|habitación|mesa|factura|recibo
            |referencia|promocional|promoción|descuento|cupón|postal|regalo|entrada|boleto|incidencia
            |expediente|caso|error|barras|área|zona|país|guía|invitación|referido|turno|producto
            |artículo|recogida|localizador|orden|autobús|andén|compra|entrega
            """,
        numbers: """
            cuenta|tarjeta|teléfono|móvil|celular|llama|llama al|llámanos|llame|llame al|marca|marca el
            |terminada en|terminado en|acabada en|número|núm|responde|envía|envía un sms al|cliente|dni
            |importe|total|saldo|año|población
            """,
        units: """
            pesos|dólares|minutos|horas|días|puntos|pasos|kilómetros|personas|seguidores|unidades|millas
            |años|meses|soles|mxn|clp|cop|ars|veces|metros|plazas|segundos|grados|mil|millones|habitantes
            """)

    static let french = CodeLanguage(
        name: "French",
        strong: """
            code de vérification|code de sécurité|code de confirmation|code de connexion|code d'accès
            |code d'authentification|code d'activation|code de validation|code à usage unique|code unique
            |code temporaire|code secret|code d'identification|code sms|mot de passe à usage unique
            |mot de passe temporaire|code otp|code d'autorisation|mot de passe unique|code confidentiel
            """,
        weak:
            "mot de passe|pour vous connecter|pour vérifier|pour te connecter|pour confirmer votre identité",
        things: """
            commande|colis|suivi|livraison|réservation|vol|train|chambre|facture|référence|promotionnel
            |réduction|remise|postal|cadeau|billet|dossier|erreur|barres|parrainage|avantage|table|retrait
            |bon|reçu|ticket|devis|abonné|article|produit|étudiant|voie|quai|place|envoi|achat
            """,
        numbers: """
            compte|carte|téléphone|tél|appelez|appelez le|appeler|numéro|se terminant par|finissant par
            |terminant par|répondez|envoyez|client|poste|montant|total|solde|au|année|stop au
            """,
        units: """
            minutes|heures|jours|points|pas|kilomètres|personnes|abonnés|mois|ans|fcfa|dirhams|dinars
            |mètres|fois|places|secondes|degrés|mille|millions|habitants|semaines|visiteurs
            """)

    static let portuguese = CodeLanguage(
        name: "Portuguese",
        strong: """
            código de verificação|código de segurança|código de confirmação|código de acesso
            |código de autenticação|código de login|código de uso único|código único|código de ativação
            |código de validação|código temporário|senha de uso único|senha temporária|senha única
            |senha descartável|token de segurança|código sms|código otp|código de autorização
            |código de identificação|palavra-passe única|palavra-passe temporária
            |código de início de sessão|código de utilização única
            """,
        weak: "código|senha|palavra-passe|token|para entrar|para verificar|para iniciar sessão",
        things: """
            pedido|encomenda|entrega|rastreio|rastreamento|reserva|voo|trem|comboio|quarto|mesa|fatura
            |nota fiscal|boleto|recibo|referência|promocional|promoção|desconto|cupom|cupão|postal
            |presente|protocolo|erro|barras|área|convite|indicação|ingresso|bilhete|produto
            |senha de atendimento|ticket|retirada|cep|compra|portão|linha
            """,
        numbers: """
            conta|cartão|telefone|celular|telemóvel|ligue|ligue para|número|final|terminado em
            |terminada em|com final|responda|envie|agência|cpf|cliente|valor|total|saldo|ano
            """,
        units: """
            reais|minutos|horas|dias|pontos|passos|quilômetros|quilómetros|pessoas|seguidores|anos
            |meses|unidades|milhas|vezes|metros|lugares|segundos|graus|mil|milhões|habitantes
            """)

    static let italian = CodeLanguage(
        name: "Italian",
        strong: """
            codice di verifica|codice di sicurezza|codice di conferma|codice di accesso|codice d'accesso
            |codice di autenticazione|codice di autorizzazione|codice di attivazione|codice usa e getta
            |codice monouso|codice temporaneo|codice otp|password monouso|password temporanea
            |codice univoco|codice di login|codice sms|codice segreto|codice di convalida|codice pin
            """,
        weak: "codice|per accedere|per verificare|per confermare la tua identità",
        things: """
            ordine|ordini|spedizione|pacco|tracciamento|consegna|prenotazione|volo|treno|camera|tavolo
            |fattura|ricevuta|riferimento|sconto|promozionale|coupon|buono|postale|avviamento|regalo
            |biglietto|pratica|errore|barre|invito|amico|fiscale|prodotto|articolo|ritiro|cap|binario
            |acquisto|posto
            """,
        numbers: """
            conto|carta|telefono|cellulare|chiama|chiama il|chiamaci|numero|che termina con
            |che finisce con|terminante con|rispondi|invia|cliente|interno|importo|totale|saldo|anno
            """,
        units: """
            minuti|ore|giorni|punti|passi|chilometri|persone|follower|anni|mesi|pezzi|metri|posti|volte
            |secondi|gradi|mila|milioni|abitanti|settimane
            """)
}
