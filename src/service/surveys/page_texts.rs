//! TABLE. The texts of the pages for respondents, in each supported language.
//!
//! Texts of a survey itself are translated elsewhere: see `translation`. `{0}`, `{1}` and `{2}` are placeholders.

choices! {
    /// A language of these texts, by its code.
    Locale {
        English "en", German "de", French "fr", Spanish "es", Italian "it", Portuguese "pt", Dutch "nl", Japanese "ja",
    }
    /// A text, in English.
    PageText {
        Next "Next",
        Previous "Prev",
        Done "Done",
        PageOf "Page {0} of {1}",
        Languages "Languages",
        CheckTitle "Please check: {0}",
        CheckAnswers "Please check your answers",
        QuestionSays "Question {0}: {1}",
        RowSays "Question {0}, {1}: {2}",
        Error "Error:",
        Required "required",
        Choose "Please choose",
        Picture "Picture {0}",
        Of "{0} of {1}",
        Rank "Rank of {0}",
        Date "Date",
        Time "Time",
        LeftThere "Keep the initial position, {0}",
        Remove "Remove {0}, which you sent",
        AtMost "At most {0} KB.",
        YourFile "your file",
        NeedsAnswer "This question requires an answer.",
        ChooseAtLeast "Choose at least {0}.",
        ChooseAtMost "Choose at most {0}.",
        ChooseExactly "Choose exactly {0}.",
        ChooseFromTo "Choose {0} to {1}.",
        RowsAtLeast "Answer at least {0} of the rows.",
        RowsAtMost "Answer at most {0} of the rows.",
        RowsExactly "Answer exactly {0} of the rows.",
        RowsFromTo "Answer {0} to {1} of the rows.",
        EveryRow "Answer every row.",
        NeedsForm "The comment you entered is in an invalid format.",
        NeedsEmail "Please enter an email address.",
        NeedsNumber "Please enter a number.",
        NeedsUngrouped "Please enter the number without a thousands separator.",
        NeedsSum "The numbers must add up to {0}.",
        NeedsRange "Please enter a number from {0} to {1}.",
        NeedsLimits "Permitted values: {0}.",
        NeedsLength "Permitted number of characters: {0}.",
        NeedsDateTime "Please enter a date and time such as {0}.",
        NeedsDate "Please enter a date such as {0}.",
        NeedsTime "Please enter a time such as {0}.",
        NeedsText "Please write something.",
        NeedsKind "The file must be of one of these kinds: {0}.",
        NeedsSmaller "The file is too large: it may have {0} KB.",
        NeedsContent "The file is empty.",
        OneAnswer "Only one answer can be given here.",
        OneChoice "Only one choice can be picked here.",
        OneRow "Each choice can be used in one row only.",
        PickedTwice "The choice is picked more than once.",
        NotOffered "This is no longer offered.",
        Resumed "Your earlier answers are saved. You can continue where you stopped.",
        Reopened "You have taken this survey already. You can change your answers.",
        Changed "The survey has changed in the meantime. Your answers so far are saved.",
        Left "You have left the survey",
        LeftMeans "Your answers so far are saved. Open the link again to continue.",
        Closed "This survey is currently closed.",
        Thanks "Thank you for completing our survey!",
        ThankYou "Thank you.",
        Points "{0} of {1} points",
        Results "Results so far",
        ChangeAnswers "Change my answers",
        CloseWindow "You can close this window now.",
        Wrong "Not right.",
        Right "Right.",
        RightInPart "Partly right.",
        Password "Password",
        PasswordWrong "That is not the password.",
        TooOften "Too many attempts. Try again later.",
        Open "Open the survey",
        Protected "This survey is protected. Ask the person who invited you for the password.",
        Nothing "There is no survey here",
        NothingMeans "The link may be incomplete, or the survey has been taken down.",
        NoMethod "There is nothing here",
        Foreign "This form came from another site",
        OpenAgain "Open the link to the survey again.",
        Unreadable "This form cannot be read",
        SendAgain "Go back and send it again.",
        TooMuch "The form is too large",
        SendLess "Go back and send less text or a smaller file.",
        Expired "This page has expired",
        ExpiredMeans "Saved answers remain. Open the survey again to continue.",
        Broken "Something went wrong",
        BrokenMeans "Nothing is lost. Go back and try again later.",
        Busy "Many people are opening this survey at the moment",
        BusyMeans "Please wait: this page tries again by itself in a few seconds.",
        OptOut "No more invitations",
        OptOutAsked "No more invitations?",
        OptOutMeans "You will get no more mail about surveys from the people who sent you this one.",
        OptOutButton "Send me no more mail",
        OptedOut "You will get no more mail",
        OptedOutMeans "No one in this team can invite you to a survey again.",
        Privacy "How your answers are used",
        AboutSurvey "About the survey {0}:",
        KeptAnswers "Your answers go to the people who made the survey. They are saved after every page.",
        KeptNothing "Neither your IP address nor your name or e-mail address is stored with them.",
        KeptNoAddress "Your IP address is not stored with them.",
        KeptAddress "Your IP address is stored with them.",
        KeptBrowser "The name of your browser is stored with them.",
        KeptValues "What your link has after a question mark may be stored with them.",
        KeptName "If you were invited by name, your name, your e-mail address and any note about you are stored with them.",
        KeptProof "You confirm your address by a message. The address is stored with your answers.",
        KeptLink "Your link is personal: anyone who has it can see and change your answers so far.",
        KeptCookie "A cookie lets you continue where you stopped. It is sent to this survey only.",
        MadeWith "Made with {0}",
        Preview "Preview: {0}",
        PreviewMeans "This is a preview. What you answer here is marked as such and not counted.",
        PreviewsFull "There is no room for another preview. Delete responses of earlier previews.",
        ProofAsked "This survey asks who responds. Enter your e-mail address: you will get a link that opens the survey.",
        ProofOffered "This survey asks who responds. You will get a link that opens the survey, sent to {0}.",
        Email "E-mail address",
        SendLink "Send me the link",
        LinkSent "Check your messages",
        LinkSentMeans "A link to the survey was sent to {0}. It works once, within {1} minutes.",
        LinkStale "This link is no longer valid. Request a new one.",
        Proven "One step is left: open the survey.",
        OtherAddress "Not {0}? Use another address",
        LinkSubject "Your link to the survey {0}",
        LinkText "Follow this link and press the button to open the survey:\n\n{0}\n\nIt works once, within {1} minutes. If you did not request it, ignore this message.",
    }
}

impl PageText {
    /// The text in the other languages, in the order of [`Locale`].
    #[rustfmt::skip]
    const fn translations(self) -> [&'static str; 7] {
        match self {
            PageText::Next => ["Weiter", "Suivant", "Siguiente", "Avanti", "Próximo", "Volgende", "次へ"],
            PageText::Previous => ["Zurück", "Précédent", "Anterior", "Indietro", "Anterior", "Vorige", "戻る"],
            PageText::Done => ["Fertig", "Terminé", "Listo", "Fine", "Concluído", "Gereed", "完了"],
            PageText::PageOf => ["Seite {0} von {1}", "Page {0} sur {1}", "Página {0} de {1}", "Pagina {0} di {1}", "Página {0} de {1}", "Pagina {0} van {1}", "{1}ページ中{0}ページ目"],
            PageText::Languages => ["Sprachen", "Langues", "Idiomas", "Lingue", "Idiomas", "Talen", "言語"],
            PageText::CheckTitle => ["Bitte prüfen: {0}", "À vérifier : {0}", "Revise: {0}", "Da controllare: {0}", "Verifique: {0}", "Controleer: {0}", "ご確認ください：{0}"],
            PageText::CheckAnswers => ["Bitte prüfen Sie Ihre Antworten", "Veuillez vérifier vos réponses", "Revise sus respuestas", "Controlli le sue risposte", "Verifique as suas respostas", "Controleer uw antwoorden", "回答をご確認ください"],
            PageText::QuestionSays => ["Frage {0}: {1}", "Question {0} : {1}", "Pregunta {0}: {1}", "Domanda {0}: {1}", "Pergunta {0}: {1}", "Vraag {0}: {1}", "質問{0}：{1}"],
            PageText::RowSays => ["Frage {0}, {1}: {2}", "Question {0}, {1} : {2}", "Pregunta {0}, {1}: {2}", "Domanda {0}, {1}: {2}", "Pergunta {0}, {1}: {2}", "Vraag {0}, {1}: {2}", "質問{0}「{1}」：{2}"],
            PageText::Error => ["Fehler:", "Erreur :", "Error:", "Errore:", "Erro:", "Fout:", "エラー："],
            PageText::Required => ["erforderlich", "obligatoire", "obligatorio", "obbligatorio", "obrigatório", "verplicht", "必須"],
            PageText::Choose => ["Bitte wählen", "Veuillez choisir", "Elija una opción", "Scelga un'opzione", "Escolha uma opção", "Maak een keuze", "選択してください"],
            PageText::Picture => ["Bild {0}", "Image {0}", "Imagen {0}", "Immagine {0}", "Imagem {0}", "Afbeelding {0}", "画像{0}"],
            PageText::Of => ["{0} von {1}", "{0} sur {1}", "{0} de {1}", "{0} di {1}", "{0} de {1}", "{0} van {1}", "{1}のうち{0}"],
            PageText::Rank => ["Rang von {0}", "Rang de {0}", "Posición de {0}", "Posizione di {0}", "Posição de {0}", "Rang van {0}", "{0}の順位"],
            PageText::Date => ["Datum", "Date", "Fecha", "Data", "Data", "Datum", "日付"],
            PageText::Time => ["Uhrzeit", "Heure", "Hora", "Ora", "Hora", "Tijd", "時刻"],
            PageText::LeftThere => ["Ich lasse ihn, wo er anfangs stand: bei {0}", "Je le laisse à sa position de départ, à {0}", "Lo dejo donde estaba al principio, en {0}", "Lo lascio dov'era all'inizio, a {0}", "Deixo onde estava no início, em {0}", "Ik laat hem staan waar hij eerst stond, op {0}", "最初の位置（{0}）のままにします"],
            PageText::Remove => ["{0} entfernen, von Ihnen gesendet", "Retirer {0}, que vous avez envoyé", "Quitar {0}, que usted envió", "Rimuovere {0}, inviato da lei", "Remover {0}, que você enviou", "{0} verwijderen, door u verzonden", "送信済みの{0}を削除する"],
            PageText::AtMost => ["Höchstens {0} KB.", "{0} Ko au plus.", "Como máximo {0} KB.", "Al massimo {0} KB.", "No máximo {0} KB.", "Hoogstens {0} KB.", "最大{0} KB。"],
            PageText::YourFile => ["Ihre Datei", "votre fichier", "su archivo", "il suo file", "o seu arquivo", "uw bestand", "お送りいただいたファイル"],
            PageText::NeedsAnswer => ["Diese Frage muss beantwortet werden.", "Cette question exige une réponse.", "Esta pregunta requiere una respuesta.", "Questa domanda richiede una risposta.", "Esta pergunta exige uma resposta.", "Deze vraag moet worden beantwoord.", "この質問には回答が必要です。"],
            PageText::ChooseAtLeast => ["Wählen Sie mindestens {0}.", "Choisissez-en au moins {0}.", "Elija al menos {0}.", "Ne scelga almeno {0}.", "Escolha pelo menos {0}.", "Kies er minstens {0}.", "{0}個以上選んでください。"],
            PageText::ChooseAtMost => ["Wählen Sie höchstens {0}.", "Choisissez-en {0} au plus.", "Elija como máximo {0}.", "Ne scelga al massimo {0}.", "Escolha no máximo {0}.", "Kies er hoogstens {0}.", "{0}個まで選んでください。"],
            PageText::ChooseExactly => ["Wählen Sie genau {0}.", "Choisissez-en exactement {0}.", "Elija exactamente {0}.", "Ne scelga esattamente {0}.", "Escolha exatamente {0}.", "Kies er precies {0}.", "{0}個選んでください。"],
            PageText::ChooseFromTo => ["Wählen Sie {0} bis {1}.", "Choisissez-en de {0} à {1}.", "Elija de {0} a {1}.", "Ne scelga da {0} a {1}.", "Escolha de {0} a {1}.", "Kies er {0} tot en met {1}.", "{0}個から{1}個選んでください。"],
            PageText::RowsAtLeast => ["Beantworten Sie mindestens {0} der Zeilen.", "Répondez à au moins {0} des lignes.", "Responda al menos {0} de las filas.", "Risponda almeno a {0} delle righe.", "Responda pelo menos a {0} das linhas.", "Beantwoord minstens {0} van de rijen.", "{0}行以上に回答してください。"],
            PageText::RowsAtMost => ["Beantworten Sie höchstens {0} der Zeilen.", "Répondez à {0} des lignes au plus.", "Responda como máximo {0} de las filas.", "Risponda al massimo a {0} delle righe.", "Responda no máximo a {0} das linhas.", "Beantwoord hoogstens {0} van de rijen.", "{0}行までに回答してください。"],
            PageText::RowsExactly => ["Beantworten Sie genau {0} der Zeilen.", "Répondez à exactement {0} des lignes.", "Responda exactamente {0} de las filas.", "Risponda esattamente a {0} delle righe.", "Responda exatamente a {0} das linhas.", "Beantwoord precies {0} van de rijen.", "{0}行に回答してください。"],
            PageText::RowsFromTo => ["Beantworten Sie {0} bis {1} der Zeilen.", "Répondez à un nombre de lignes de {0} à {1}.", "Responda de {0} a {1} de las filas.", "Risponda a un numero di righe da {0} a {1}.", "Responda de {0} a {1} das linhas.", "Beantwoord {0} tot en met {1} van de rijen.", "{0}行から{1}行に回答してください。"],
            PageText::EveryRow => ["Beantworten Sie jede Zeile.", "Répondez à chaque ligne.", "Responda todas las filas.", "Risponda a ogni riga.", "Responda a todas as linhas.", "Beantwoord elke rij.", "すべての行に回答してください。"],
            PageText::NeedsForm => ["Ihre Eingabe hat ein ungültiges Format.", "Le format de votre saisie n'est pas valide.", "Lo que escribió tiene un formato no válido.", "Il formato di quanto inserito non è valido.", "O que você escreveu tem um formato inválido.", "Wat u hebt ingevuld, heeft een ongeldige vorm.", "入力の形式が正しくありません。"],
            PageText::NeedsEmail => ["Bitte geben Sie eine E-Mail-Adresse ein.", "Veuillez saisir une adresse e-mail.", "Escriba una dirección de correo electrónico.", "Inserisca un indirizzo e-mail.", "Digite um endereço de e-mail.", "Vul een e-mailadres in.", "メールアドレスを入力してください。"],
            PageText::NeedsNumber => ["Bitte geben Sie eine Zahl ein.", "Veuillez saisir un nombre.", "Escriba un número.", "Inserisca un numero.", "Digite um número.", "Vul een getal in.", "数値を入力してください。"],
            PageText::NeedsUngrouped => ["Bitte geben Sie die Zahl ohne Tausendertrennzeichen ein.", "Veuillez saisir le nombre sans séparateur de milliers.", "Escriba el número sin separador de miles.", "Inserisca il numero senza separatore delle migliaia.", "Digite o número sem separador de milhares.", "Vul het getal in zonder scheidingsteken voor duizendtallen.", "桁区切りを付けずに数値を入力してください。"],
            PageText::NeedsSum => ["Die Zahlen müssen zusammen {0} ergeben.", "La somme des nombres doit être {0}.", "Los números deben sumar {0}.", "La somma dei numeri deve essere {0}.", "A soma dos números deve ser {0}.", "De getallen moeten samen {0} zijn.", "数値の合計は{0}でなければなりません。"],
            PageText::NeedsRange => ["Bitte geben Sie eine Zahl von {0} bis {1} ein.", "Veuillez saisir un nombre de {0} à {1}.", "Escriba un número de {0} a {1}.", "Inserisca un numero da {0} a {1}.", "Digite um número de {0} a {1}.", "Vul een getal van {0} tot en met {1} in.", "{0}から{1}までの数値を入力してください。"],
            PageText::NeedsLimits => ["Zulässige Werte: {0}.", "Valeurs acceptées : {0}.", "Valores permitidos: {0}.", "Valori ammessi: {0}.", "Valores permitidos: {0}.", "Toegestane waarden: {0}.", "入力できる値：{0}。"],
            PageText::NeedsLength => ["Zulässige Zeichenzahl: {0}.", "Nombre de caractères accepté : {0}.", "Número de caracteres permitido: {0}.", "Numero di caratteri ammesso: {0}.", "Número de caracteres permitido: {0}.", "Toegestaan aantal tekens: {0}.", "入力できる文字数：{0}。"],
            PageText::NeedsDateTime => ["Bitte geben Sie Datum und Uhrzeit so ein: {0}.", "Veuillez saisir une date et une heure comme {0}.", "Escriba una fecha y una hora como {0}.", "Inserisca data e ora come {0}.", "Digite uma data e uma hora como {0}.", "Vul datum en tijd zo in: {0}.", "日付と時刻を{0}のように入力してください。"],
            PageText::NeedsDate => ["Bitte geben Sie ein Datum so ein: {0}.", "Veuillez saisir une date comme {0}.", "Escriba una fecha como {0}.", "Inserisca una data come {0}.", "Digite uma data como {0}.", "Vul een datum zo in: {0}.", "日付を{0}のように入力してください。"],
            PageText::NeedsTime => ["Bitte geben Sie eine Uhrzeit so ein: {0}.", "Veuillez saisir une heure comme {0}.", "Escriba una hora como {0}.", "Inserisca un'ora come {0}.", "Digite uma hora como {0}.", "Vul een tijd zo in: {0}.", "時刻を{0}のように入力してください。"],
            PageText::NeedsText => ["Bitte schreiben Sie etwas.", "Veuillez écrire quelque chose.", "Escriba algo.", "Scriva qualcosa.", "Escreva alguma coisa.", "Schrijf iets.", "何か入力してください。"],
            PageText::NeedsKind => ["Die Datei muss von einer dieser Arten sein: {0}.", "Le fichier doit être de l'un de ces types : {0}.", "El archivo debe ser de uno de estos tipos: {0}.", "Il file deve essere di uno di questi tipi: {0}.", "O arquivo deve ser de um destes tipos: {0}.", "Het bestand moet van een van deze soorten zijn: {0}.", "ファイルは次のいずれかの種類でなければなりません：{0}。"],
            PageText::NeedsSmaller => ["Die Datei ist zu groß: Sie darf {0} KB haben.", "Le fichier est trop volumineux : {0} Ko au plus.", "El archivo es demasiado grande: como máximo {0} KB.", "Il file è troppo grande: al massimo {0} KB.", "O arquivo é grande demais: no máximo {0} KB.", "Het bestand is te groot: hoogstens {0} KB.", "ファイルが大きすぎます：最大{0} KBです。"],
            PageText::NeedsContent => ["Die Datei ist leer.", "Le fichier est vide.", "El archivo está vacío.", "Il file è vuoto.", "O arquivo está vazio.", "Het bestand is leeg.", "ファイルが空です。"],
            PageText::OneAnswer => ["Hier ist nur eine Antwort möglich.", "Une seule réponse est possible ici.", "Aquí solo cabe una respuesta.", "Qui è possibile una sola risposta.", "Aqui só cabe uma resposta.", "Hier is maar één antwoord mogelijk.", "ここで回答できるのは1つだけです。"],
            PageText::OneChoice => ["Hier kann nur eines gewählt werden.", "Un seul choix est possible ici.", "Aquí solo se puede elegir una opción.", "Qui si può scegliere una sola opzione.", "Aqui só se pode escolher uma opção.", "Hier kan maar één keuze worden gemaakt.", "ここで選べるのは1つだけです。"],
            PageText::OneRow => ["Jede Möglichkeit kann nur in einer Zeile gewählt werden.", "Chaque choix ne peut servir que sur une ligne.", "Cada opción solo puede usarse en una fila.", "Ogni opzione può essere usata in una sola riga.", "Cada opção só pode ser usada em uma linha.", "Elke keuze kan maar in één rij worden gebruikt.", "それぞれの選択肢は1行でしか使えません。"],
            PageText::PickedTwice => ["Dies ist mehr als einmal gewählt.", "Ce choix est fait plus d'une fois.", "La opción está elegida más de una vez.", "L'opzione è scelta più di una volta.", "A opção foi escolhida mais de uma vez.", "De keuze is meer dan eens gemaakt.", "同じ選択肢が2回以上選ばれています。"],
            PageText::NotOffered => ["Dies steht nicht mehr zur Wahl.", "Ceci n'est plus proposé.", "Esto ya no se ofrece.", "Questo non è più disponibile.", "Isto já não é oferecido.", "Dit wordt niet meer aangeboden.", "これはもう選べません。"],
            PageText::Resumed => ["Ihre früheren Antworten sind da. Sie können weitermachen, wo Sie aufgehört haben.", "Vos réponses précédentes sont là. Vous pouvez reprendre où vous vous étiez arrêté.", "Sus respuestas anteriores están aquí. Puede continuar donde lo dejó.", "Le sue risposte precedenti sono qui. Può riprendere da dove si era fermato.", "As suas respostas anteriores estão aqui. Você pode continuar de onde parou.", "Uw eerdere antwoorden staan er nog. U kunt verdergaan waar u was gebleven.", "以前の回答が残っています。続きから再開できます。"],
            PageText::Reopened => ["Sie haben an dieser Umfrage schon teilgenommen. Sie können Ihre Antworten ändern.", "Vous avez déjà répondu à cette enquête. Vous pouvez modifier vos réponses.", "Ya respondió a esta encuesta. Puede cambiar sus respuestas.", "Ha già risposto a questo sondaggio. Può modificare le sue risposte.", "Você já respondeu a esta pesquisa. Pode alterar as suas respostas.", "U hebt deze enquête al ingevuld. U kunt uw antwoorden wijzigen.", "このアンケートには回答済みです。回答を変更できます。"],
            PageText::Changed => ["Die Umfrage wurde inzwischen geändert. Was Sie bisher geantwortet haben, bleibt erhalten.", "L'enquête a été modifiée entre-temps. Ce que vous avez déjà répondu est conservé.", "La encuesta ha cambiado entretanto. Lo que ha respondido hasta ahora se conserva.", "Nel frattempo il sondaggio è cambiato. Quanto ha risposto finora è conservato.", "A pesquisa mudou entretanto. O que você respondeu até agora foi mantido.", "De enquête is intussen gewijzigd. Wat u tot nu toe hebt geantwoord, blijft bewaard.", "アンケートの内容が変更されました。これまでの回答は保存されています。"],
            PageText::Left => ["Sie haben die Umfrage verlassen", "Vous avez quitté l'enquête", "Ha salido de la encuesta", "Ha lasciato il sondaggio", "Você saiu da pesquisa", "U hebt de enquête verlaten", "アンケートを終了しました"],
            PageText::LeftMeans => ["Ihre bisherigen Antworten sind gespeichert. Öffnen Sie den Link noch einmal, um fortzufahren.", "Vos réponses sont enregistrées. Ouvrez de nouveau le lien pour continuer.", "Sus respuestas hasta ahora están guardadas. Abra otra vez el enlace para continuar.", "Le risposte date finora sono salvate. Apra di nuovo il link per continuare.", "As suas respostas até agora estão salvas. Abra o link de novo para continuar.", "Uw antwoorden tot nu toe zijn bewaard. Open de link opnieuw om verder te gaan.", "これまでの回答は保存されています。続けるにはリンクをもう一度開いてください。"],
            PageText::Closed => ["Diese Umfrage ist zurzeit geschlossen.", "Cette enquête est actuellement fermée.", "Esta encuesta está cerrada en este momento.", "Questo sondaggio è attualmente chiuso.", "Esta pesquisa está encerrada no momento.", "Deze enquête is momenteel gesloten.", "このアンケートは現在受け付けていません。"],
            PageText::Thanks => ["Vielen Dank für Ihre Teilnahme an unserer Umfrage!", "Merci d'avoir répondu à notre enquête !", "¡Gracias por completar nuestra encuesta!", "Grazie per aver completato il nostro sondaggio!", "Obrigado por responder à nossa pesquisa!", "Bedankt voor het invullen van onze enquête!", "アンケートにご回答いただきありがとうございました。"],
            PageText::ThankYou => ["Vielen Dank.", "Merci.", "Gracias.", "Grazie.", "Obrigado.", "Bedankt.", "ありがとうございました。"],
            PageText::Points => ["{0} von {1} Punkten", "{0} points sur {1}", "{0} de {1} puntos", "{0} punti su {1}", "{0} de {1} pontos", "{0} van {1} punten", "{1}点中{0}点"],
            PageText::Results => ["Was bisher geantwortet wurde", "Ce qui a été répondu jusqu'ici", "Lo que se ha respondido hasta ahora", "Le risposte date finora", "O que se respondeu até agora", "Wat tot nu toe is geantwoord", "これまでの回答結果"],
            PageText::ChangeAnswers => ["Meine Antworten ändern", "Modifier mes réponses", "Cambiar mis respuestas", "Modificare le mie risposte", "Alterar as minhas respostas", "Mijn antwoorden wijzigen", "回答を変更する"],
            PageText::CloseWindow => ["Sie können dieses Fenster jetzt schließen.", "Vous pouvez maintenant fermer cette fenêtre.", "Ya puede cerrar esta ventana.", "Ora può chiudere questa finestra.", "Você já pode fechar esta janela.", "U kunt dit venster nu sluiten.", "このウィンドウを閉じてかまいません。"],
            PageText::Wrong => ["Nicht richtig.", "Ce n'est pas juste.", "No es correcto.", "Non è giusto.", "Não está certo.", "Niet goed.", "不正解です。"],
            PageText::Right => ["Richtig.", "C'est juste.", "Es correcto.", "Giusto.", "Certo.", "Goed.", "正解です。"],
            PageText::RightInPart => ["Teilweise richtig.", "C'est juste en partie.", "Es correcto en parte.", "Giusto in parte.", "Certo em parte.", "Gedeeltelijk goed.", "一部正解です。"],
            PageText::Password => ["Passwort", "Mot de passe", "Contraseña", "Password", "Senha", "Wachtwoord", "パスワード"],
            PageText::PasswordWrong => ["Das ist nicht das Passwort.", "Ce n'est pas le mot de passe.", "Esa no es la contraseña.", "Non è la password giusta.", "Essa não é a senha.", "Dat is niet het wachtwoord.", "パスワードが違います。"],
            PageText::TooOften => ["Das wurde zu oft versucht. Versuchen Sie es in einer Weile noch einmal.", "Trop d'essais. Réessayez dans un moment.", "Se ha intentado demasiadas veces. Vuelva a intentarlo dentro de un rato.", "Troppi tentativi. Riprovi tra un po'.", "Tentativas demais. Tente de novo daqui a pouco.", "Dat is te vaak geprobeerd. Probeer het over een tijdje opnieuw.", "試行回数が多すぎます。しばらくしてからもう一度お試しください。"],
            PageText::Open => ["Umfrage öffnen", "Ouvrir l'enquête", "Abrir la encuesta", "Apri il sondaggio", "Abrir a pesquisa", "Enquête openen", "アンケートを開く"],
            PageText::Protected => ["Diese Umfrage ist geschützt. Wer Sie eingeladen hat, kennt das Passwort.", "Cette enquête est protégée. La personne qui vous a invité connaît le mot de passe.", "Esta encuesta está protegida. Quien le invitó conoce la contraseña.", "Questo sondaggio è protetto. Chi l'ha invitata conosce la password.", "Esta pesquisa está protegida. Quem convidou você sabe a senha.", "Deze enquête is beveiligd. Wie u heeft uitgenodigd, kent het wachtwoord.", "このアンケートは保護されています。パスワードは招待した方にお尋ねください。"],
            PageText::Nothing => ["Hier ist keine Umfrage", "Il n'y a pas d'enquête ici", "Aquí no hay ninguna encuesta", "Qui non c'è nessun sondaggio", "Não há nenhuma pesquisa aqui", "Hier is geen enquête", "アンケートが見つかりません"],
            PageText::NothingMeans => ["Der Link ist vielleicht unvollständig, oder die Umfrage wurde entfernt.", "Le lien est peut-être incomplet, ou l'enquête a été retirée.", "Quizá el enlace esté incompleto o la encuesta se haya retirado.", "Il link potrebbe essere incompleto, o il sondaggio è stato rimosso.", "O link pode estar incompleto, ou a pesquisa foi retirada.", "De link is misschien onvolledig, of de enquête is verwijderd.", "リンクが不完全か、アンケートが削除された可能性があります。"],
            PageText::NoMethod => ["Hier ist nichts", "Il n'y a rien ici", "Aquí no hay nada", "Qui non c'è niente", "Não há nada aqui", "Hier is niets", "ここには何もありません"],
            PageText::Foreign => ["Dieses Formular kam von einer anderen Website", "Ce formulaire vient d'un autre site", "Este formulario vino de otro sitio", "Questo modulo proviene da un altro sito", "Este formulário veio de outro site", "Dit formulier kwam van een andere site", "このフォームは別のサイトから送信されました"],
            PageText::OpenAgain => ["Öffnen Sie den Link zur Umfrage noch einmal.", "Ouvrez de nouveau le lien de l'enquête.", "Abra otra vez el enlace de la encuesta.", "Apra di nuovo il link al sondaggio.", "Abra de novo o link da pesquisa.", "Open de link naar de enquête opnieuw.", "アンケートのリンクをもう一度開いてください。"],
            PageText::Unreadable => ["Dieses Formular ist nicht lesbar", "Ce formulaire est illisible", "Este formulario no se puede leer", "Questo modulo non è leggibile", "Este formulário não pode ser lido", "Dit formulier is niet leesbaar", "このフォームを読み取れません"],
            PageText::SendAgain => ["Gehen Sie zurück, und senden Sie es noch einmal.", "Revenez en arrière et envoyez-le de nouveau.", "Vuelva atrás y envíelo otra vez.", "Torni indietro e lo invii di nuovo.", "Volte e envie de novo.", "Ga terug en verstuur het opnieuw.", "前のページに戻り、もう一度送信してください。"],
            PageText::TooMuch => ["Das war zu viel", "C'était trop", "Eso fue demasiado", "Era troppo", "Isso foi demais", "Dat was te veel", "データが大きすぎます"],
            PageText::SendLess => ["Gehen Sie zurück, und senden Sie weniger Text oder eine kleinere Datei.", "Revenez en arrière et envoyez moins de texte ou un fichier plus petit.", "Vuelva atrás y envíe menos texto o un archivo más pequeño.", "Torni indietro e invii meno testo o un file più piccolo.", "Volte e envie menos texto ou um arquivo menor.", "Ga terug en verstuur minder tekst of een kleiner bestand.", "前のページに戻り、文章を短くするか、より小さいファイルを送信してください。"],
            PageText::Expired => ["Diese Seite ist abgelaufen", "Cette page a expiré", "Esta página ha caducado", "Questa pagina è scaduta", "Esta página expirou", "Deze pagina is verlopen", "このページの有効期限が切れました"],
            PageText::ExpiredMeans => ["Gespeicherte Antworten bleiben erhalten. Öffnen Sie die Umfrage noch einmal, um weiterzumachen.", "Les réponses enregistrées sont conservées. Ouvrez de nouveau l'enquête pour continuer.", "Las respuestas guardadas se conservan. Abra otra vez la encuesta para continuar.", "Le risposte salvate restano. Apra di nuovo il sondaggio per continuare.", "As respostas salvas são mantidas. Abra de novo a pesquisa para continuar.", "Opgeslagen antwoorden blijven bewaard. Open de enquête opnieuw om verder te gaan.", "保存された回答は残っています。もう一度アンケートを開いて続けてください。"],
            PageText::Broken => ["Etwas ist schiefgegangen", "Une erreur s'est produite", "Algo salió mal", "Qualcosa è andato storto", "Algo deu errado", "Er ging iets mis", "問題が発生しました"],
            PageText::BrokenMeans => ["Nichts ist verloren: Gehen Sie zurück, und versuchen Sie es in einer Weile noch einmal.", "Rien n'est perdu : revenez en arrière et réessayez dans un moment.", "No se ha perdido nada: vuelva atrás e inténtelo dentro de un rato.", "Non è andato perso nulla: torni indietro e riprovi tra un po'.", "Nada se perdeu: volte e tente de novo daqui a pouco.", "Er is niets verloren: ga terug en probeer het over een tijdje opnieuw.", "データは失われていません。前のページに戻り、しばらくしてからもう一度お試しください。"],
            PageText::Busy => ["Im Moment öffnen viele Menschen diese Umfrage", "Beaucoup de personnes ouvrent cette enquête en ce moment", "Muchas personas están abriendo esta encuesta en este momento", "In questo momento molte persone stanno aprendo questo sondaggio", "Muitas pessoas estão abrindo esta pesquisa neste momento", "Op dit moment openen veel mensen deze enquête", "現在、多くの方がこのアンケートを開いています"],
            PageText::BusyMeans => ["Bitte warten Sie: Diese Seite versucht es in einigen Sekunden von selbst noch einmal.", "Veuillez patienter : cette page réessaie d'elle-même dans quelques secondes.", "Espere, por favor: esta página lo intentará de nuevo por sí sola en unos segundos.", "Attenda: questa pagina riprova da sola tra qualche secondo.", "Aguarde: esta página tenta de novo sozinha em alguns segundos.", "Een ogenblik: deze pagina probeert het over enkele seconden vanzelf opnieuw.", "しばらくお待ちください。数秒後にこのページが自動的に再試行します。"],
            PageText::OptOut => ["Keine Einladungen mehr", "Plus d'invitations", "No más invitaciones", "Niente più inviti", "Sem mais convites", "Geen uitnodigingen meer", "招待の停止"],
            PageText::OptOutAsked => ["Keine Einladungen mehr?", "Plus d'invitations ?", "¿No más invitaciones?", "Niente più inviti?", "Não quer mais convites?", "Geen uitnodigingen meer?", "招待を停止しますか？"],
            PageText::OptOutMeans => ["Sie bekommen keine Post zu Umfragen mehr von denen, die Ihnen diese geschickt haben.", "Vous ne recevrez plus de messages d'enquête des personnes qui vous ont envoyé celui-ci.", "No recibirá más mensajes sobre encuestas de quienes le enviaron este.", "Non riceverà più messaggi su sondaggi da chi le ha inviato questo.", "Você não receberá mais mensagens sobre pesquisas de quem enviou esta.", "U krijgt geen berichten over enquêtes meer van wie u deze stuurde.", "この送信者からのアンケートに関するメールは届かなくなります。"],
            PageText::OptOutButton => ["Keine Post mehr senden", "Ne plus m'écrire", "No enviarme más mensajes", "Non inviarmi più messaggi", "Não me enviar mais mensagens", "Stuur mij geen berichten meer", "メールを停止する"],
            PageText::OptedOut => ["Sie bekommen keine Post mehr", "Vous ne recevrez plus de messages", "No recibirá más mensajes", "Non riceverà più messaggi", "Você não receberá mais mensagens", "U krijgt geen berichten meer", "メールは届かなくなります"],
            PageText::OptedOutMeans => ["Niemand aus diesem Team lädt Sie noch einmal zu einer Umfrage ein.", "Personne de cette équipe ne vous invitera plus à une enquête.", "Nadie de este equipo volverá a invitarle a una encuesta.", "Nessuno di questo gruppo la inviterà più a un sondaggio.", "Ninguém desta equipe convidará você de novo para uma pesquisa.", "Niemand van dit team nodigt u nog uit voor een enquête.", "このチームからアンケートに招待されることはありません。"],
            PageText::Privacy => ["Was mit Ihren Antworten geschieht", "Ce que deviennent vos réponses", "Qué pasa con sus respuestas", "Che cosa accade alle sue risposte", "O que acontece com as suas respostas", "Wat er met uw antwoorden gebeurt", "回答の取り扱い"],
            PageText::AboutSurvey => ["Zur Umfrage {0}:", "À propos de l'enquête {0} :", "Sobre la encuesta {0}:", "Sul sondaggio {0}:", "Sobre a pesquisa {0}:", "Over de enquête {0}:", "アンケート「{0}」について："],
            PageText::KeptAnswers => ["Ihre Antworten gehen an die, die die Umfrage gemacht haben. Sie werden nach jeder Seite gespeichert.", "Vos réponses vont aux personnes qui ont créé l'enquête. Elles sont enregistrées après chaque page.", "Sus respuestas llegan a quienes hicieron la encuesta. Se guardan después de cada página.", "Le sue risposte vanno a chi ha creato il sondaggio. Sono salvate dopo ogni pagina.", "As suas respostas vão para quem fez a pesquisa. São salvas depois de cada página.", "Uw antwoorden gaan naar de makers van de enquête. Ze worden na elke pagina bewaard.", "回答はアンケートの作成者に届きます。ページごとに保存されます。"],
            PageText::KeptNothing => ["Weder Ihre Netzwerkadresse noch Ihr Name oder Ihre E-Mail-Adresse wird mit ihnen gespeichert.", "Ni votre adresse réseau, ni votre nom, ni votre adresse e-mail ne sont conservés avec elles.", "No se guardan con ellas ni su dirección de red ni su nombre ni su correo electrónico.", "Con esse non sono conservati né l'indirizzo di rete né il nome né l'indirizzo e-mail.", "Nem o seu endereço de rede nem o seu nome ou e-mail são guardados com elas.", "Noch uw netwerkadres, noch uw naam of e-mailadres wordt erbij bewaard.", "ネットワークアドレス、氏名、メールアドレスのいずれも一緒に保存されません。"],
            PageText::KeptNoAddress => ["Ihre Netzwerkadresse wird nicht mit ihnen gespeichert.", "Votre adresse réseau n'est pas conservée avec elles.", "Su dirección de red no se guarda con ellas.", "L'indirizzo di rete non è conservato con esse.", "O seu endereço de rede não é guardado com elas.", "Uw netwerkadres wordt er niet bij bewaard.", "ネットワークアドレスは一緒に保存されません。"],
            PageText::KeptAddress => ["Ihre Netzwerkadresse wird mit ihnen gespeichert.", "Votre adresse réseau est conservée avec elles.", "Su dirección de red se guarda con ellas.", "L'indirizzo di rete è conservato con esse.", "O seu endereço de rede é guardado com elas.", "Uw netwerkadres wordt erbij bewaard.", "ネットワークアドレスが一緒に保存されます。"],
            PageText::KeptBrowser => ["Der Name Ihres Browsers wird mit ihnen gespeichert.", "Le nom de votre navigateur est conservé avec elles.", "El nombre de su navegador se guarda con ellas.", "Il nome del browser è conservato con esse.", "O nome do seu navegador é guardado com elas.", "De naam van uw browser wordt erbij bewaard.", "ブラウザの名前が一緒に保存されます。"],
            PageText::KeptValues => ["Was in Ihrem Link nach einem Fragezeichen steht, kann mit ihnen gespeichert werden.", "Ce que votre lien contient après un point d'interrogation peut être conservé avec elles.", "Lo que su enlace contiene tras un signo de interrogación puede guardarse con ellas.", "Ciò che il link contiene dopo un punto interrogativo può essere conservato con esse.", "O que o seu link contém depois de um ponto de interrogação pode ser guardado com elas.", "Wat in uw link na een vraagteken staat, kan erbij worden bewaard.", "リンクの「?」以降の値が一緒に保存される場合があります。"],
            PageText::KeptName => ["Wurden Sie namentlich eingeladen, werden Ihr Name, Ihre E-Mail-Adresse und etwaige Notizen zu Ihnen mit ihnen gespeichert.", "Si vous avez été invité par votre nom, votre nom, votre adresse e-mail et toute note à votre sujet sont conservés avec elles.", "Si le invitaron por su nombre, su nombre, su correo electrónico y cualquier nota sobre usted se guardan con ellas.", "Se è stato invitato per nome, il nome, l'indirizzo e-mail e ogni nota su di lei sono conservati con esse.", "Se você foi convidado pelo nome, o seu nome, o seu e-mail e qualquer nota sobre você são guardados com elas.", "Bent u op naam uitgenodigd, dan worden uw naam, uw e-mailadres en eventuele notities over u erbij bewaard.", "お名前で招待された場合は、氏名、メールアドレス、あなたに関するメモが一緒に保存されます。"],
            PageText::KeptProof => ["Durch eine Nachricht zeigen Sie, dass Ihre Adresse Ihnen gehört: Sie wird mit Ihren Antworten gespeichert.", "Vous montrez par un message que votre adresse est à vous : elle est conservée avec vos réponses.", "Con un mensaje demuestra que su dirección es suya: se guarda con sus respuestas.", "Con un messaggio dimostra che l'indirizzo è suo: è conservato con le sue risposte.", "Por uma mensagem você mostra que o seu endereço é seu: ele é guardado com as suas respostas.", "Met een bericht toont u dat uw adres van u is: het wordt bij uw antwoorden bewaard.", "メッセージによりご本人の宛先であることを確認します。宛先は回答と一緒に保存されます。"],
            PageText::KeptLink => ["Ihr Link gehört Ihnen allein: Wer ihn hat, kann Ihre bisherigen Antworten sehen und ändern.", "Votre lien est à vous seul : qui l'a peut voir et modifier vos réponses.", "Su enlace es solo suyo: quien lo tenga puede ver y cambiar lo que ha respondido hasta ahora.", "Il suo link è solo suo: chi lo ha può vedere e modificare le risposte date finora.", "O seu link é só seu: quem o tiver pode ver e alterar o que você respondeu até agora.", "Uw link is alleen van u: wie hem heeft, kan uw antwoorden tot nu toe zien en wijzigen.", "このリンクはあなた専用です。リンクを持つ人は、これまでの回答を見て変更できます。"],
            PageText::KeptCookie => ["Ein Cookie lässt Sie weitermachen, wo Sie aufgehört haben. Es wird nur an diese Umfrage gesendet.", "Un cookie vous permet de reprendre où vous vous étiez arrêté. Il n'est envoyé qu'à cette enquête.", "Una cookie le permite continuar donde lo dejó. Solo se envía a esta encuesta.", "Un cookie le permette di riprendere da dove si era fermato. È inviato solo a questo sondaggio.", "Um cookie permite continuar de onde você parou. É enviado apenas a esta pesquisa.", "Met een cookie kunt u verdergaan waar u was gebleven. Hij gaat alleen naar deze enquête.", "Cookieにより続きから再開できます。Cookieはこのアンケートにのみ送信されます。"],
            PageText::MadeWith => ["Erstellt mit {0}", "Créé avec {0}", "Hecho con {0}", "Creato con {0}", "Feito com {0}", "Gemaakt met {0}", "{0}で作成"],
            PageText::Preview => ["Vorschau: {0}", "Aperçu : {0}", "Vista previa: {0}", "Anteprima: {0}", "Pré-visualização: {0}", "Voorbeeld: {0}", "プレビュー：{0}"],
            PageText::PreviewMeans => ["Dies ist eine Vorschau. Was Sie hier antworten, wird als solche gekennzeichnet und nicht gezählt.", "Ceci est un aperçu. Ce que vous répondez ici est marqué comme tel et n'est pas compté.", "Esto es una vista previa. Lo que responda aquí se marca como tal y no se cuenta.", "Questa è un'anteprima. Quanto risponde qui è contrassegnato come tale e non è contato.", "Isto é uma pré-visualização. O que você responder aqui é marcado como tal e não é contado.", "Dit is een voorbeeld. Wat u hier antwoordt, wordt als zodanig gemarkeerd en niet geteld.", "これはプレビューです。ここでの回答はプレビューとして記録され、集計されません。"],
            PageText::PreviewsFull => ["Für eine weitere Vorschau ist kein Platz. Löschen Sie Antworten früherer Vorschauen.", "Il n'y a plus de place pour un autre aperçu. Supprimez des réponses d'aperçus antérieurs.", "No cabe otra vista previa. Elimine respuestas de vistas previas anteriores.", "Non c'è posto per un'altra anteprima. Elimini risposte di anteprime precedenti.", "Não há espaço para outra pré-visualização. Exclua respostas de pré-visualizações anteriores.", "Er is geen plaats voor nog een voorbeeld. Verwijder antwoorden van eerdere voorbeelden.", "これ以上プレビューできません。以前のプレビューの回答を削除してください。"],
            PageText::ProofAsked => ["Diese Umfrage will wissen, wer antwortet. Geben Sie Ihre E-Mail-Adresse ein: Sie bekommen einen Link, der die Umfrage öffnet.", "Cette enquête veut savoir qui répond. Saisissez votre adresse e-mail : vous recevrez un lien qui ouvre l'enquête.", "Esta encuesta quiere saber quién responde. Escriba su correo electrónico: recibirá un enlace que abre la encuesta.", "Questo sondaggio vuole sapere chi risponde. Inserisca il suo indirizzo e-mail: riceverà un link che apre il sondaggio.", "Esta pesquisa quer saber quem responde. Digite o seu e-mail: você receberá um link que abre a pesquisa.", "Deze enquête wil weten wie antwoordt. Vul uw e-mailadres in: u krijgt een link die de enquête opent.", "このアンケートでは回答者の確認が必要です。メールアドレスを入力すると、アンケートを開くリンクが届きます。"],
            PageText::ProofOffered => ["Diese Umfrage will wissen, wer antwortet. Sie bekommen einen Link, der die Umfrage öffnet, an {0}.", "Cette enquête veut savoir qui répond. Vous recevrez un lien qui ouvre l'enquête, envoyé à {0}.", "Esta encuesta quiere saber quién responde. Recibirá un enlace que abre la encuesta en {0}.", "Questo sondaggio vuole sapere chi risponde. Riceverà un link che apre il sondaggio, inviato a {0}.", "Esta pesquisa quer saber quem responde. Você receberá um link que abre a pesquisa em {0}.", "Deze enquête wil weten wie antwoordt. U krijgt een link die de enquête opent op {0}.", "このアンケートでは回答者の確認が必要です。アンケートを開くリンクを{0}に送ります。"],
            PageText::Email => ["E-Mail-Adresse", "Adresse e-mail", "Correo electrónico", "Indirizzo e-mail", "Endereço de e-mail", "E-mailadres", "メールアドレス"],
            PageText::SendLink => ["Link senden", "Envoyer le lien", "Enviarme el enlace", "Invia il link", "Enviar o link", "Stuur mij de link", "リンクを送る"],
            PageText::LinkSent => ["Sehen Sie in Ihre Nachrichten", "Regardez vos messages", "Mire sus mensajes", "Guardi i suoi messaggi", "Veja as suas mensagens", "Kijk in uw berichten", "メッセージをご確認ください"],
            PageText::LinkSentMeans => ["Ein Link zur Umfrage ist unterwegs an {0}. Er gilt einmal und {1} Minuten lang.", "Un lien vers l'enquête est en route vers {0}. Il sert une fois, pendant {1} minutes.", "Un enlace a la encuesta va en camino a {0}. Sirve una vez, durante {1} minutos.", "Un link al sondaggio è in arrivo a {0}. Vale una volta, per {1} minuti.", "Um link para a pesquisa está a caminho de {0}. Serve uma vez, por {1} minutos.", "Een link naar de enquête is onderweg naar {0}. Hij werkt één keer, {1} minuten lang.", "アンケートへのリンクを{0}に送りました。1回限り、{1}分間有効です。"],
            PageText::LinkStale => ["Dieser Link gilt nicht mehr. Lassen Sie sich einen neuen schicken.", "Ce lien n'est plus valable. Demandez-en un autre.", "Este enlace ya no sirve. Pida otro.", "Questo link non vale più. Ne chieda un altro.", "Este link já não serve. Peça outro.", "Deze link werkt niet meer. Vraag een nieuwe aan.", "このリンクは無効になりました。もう一度リンクをお求めください。"],
            PageText::Proven => ["Nur ein Schritt fehlt noch: Öffnen Sie die Umfrage.", "Il ne reste qu'une étape : ouvrez l'enquête.", "Solo falta un paso: abra la encuesta.", "Manca solo un passo: apra il sondaggio.", "Só falta um passo: abra a pesquisa.", "Nog één stap: open de enquête.", "あと一歩です。アンケートを開いてください。"],
            PageText::OtherAddress => ["Nicht {0}? Andere Adresse verwenden", "Vous n'êtes pas {0} ? Utiliser une autre adresse", "¿No es {0}? Usar otra dirección", "Non è {0}? Usare un altro indirizzo", "Não é {0}? Usar outro endereço", "Niet {0}? Een ander adres gebruiken", "{0}ではありませんか？別の宛先を使う"],
            PageText::LinkSubject => ["Ihr Link zur Umfrage {0}", "Votre lien vers l'enquête {0}", "Su enlace a la encuesta {0}", "Il suo link al sondaggio {0}", "O seu link para a pesquisa {0}", "Uw link naar de enquête {0}", "アンケート「{0}」へのリンク"],
            PageText::LinkText => ["Folgen Sie diesem Link, und öffnen Sie die Umfrage mit dem Knopf:\n\n{0}\n\nEr gilt einmal und {1} Minuten lang. Haben Sie ihn nicht verlangt, ist nichts zu tun.", "Suivez ce lien et ouvrez l'enquête avec le bouton :\n\n{0}\n\nIl sert une fois, pendant {1} minutes. Si vous ne l'avez pas demandé, il n'y a rien à faire.", "Siga este enlace y abra la encuesta con el botón:\n\n{0}\n\nSirve una vez, durante {1} minutos. Si no lo pidió, no tiene que hacer nada.", "Segua questo link e apra il sondaggio con il pulsante:\n\n{0}\n\nVale una volta, per {1} minuti. Se non l'ha chiesto, non deve fare nulla.", "Siga este link e abra a pesquisa com o botão:\n\n{0}\n\nServe uma vez, por {1} minutos. Se você não o pediu, nada precisa ser feito.", "Volg deze link en open de enquête met de knop:\n\n{0}\n\nHij werkt één keer, {1} minuten lang. Hebt u er niet om gevraagd, dan hoeft u niets te doen.", "次のリンクを開き、ボタンを押してアンケートを開いてください。\n\n{0}\n\n1回限り、{1}分間有効です。お心当たりがない場合は、何もする必要はありません。"],
        }
    }
}

impl Locale {
    /// The first of several language codes that is supported; English if none is.
    pub fn from_codes<'a>(codes: impl IntoIterator<Item = &'a str>) -> Locale {
        codes.into_iter().find_map(Locale::of_language).unwrap_or(Locale::English)
    }

    /// The locale of a language or one of its variants; `None` if it is not supported.
    pub fn of_language(code: &str) -> Option<Locale> {
        Locale::parse(&code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase())
    }

    /// The text in this language.
    pub fn text(self, key: PageText) -> &'static str {
        let index = Locale::ALL.iter().position(|locale| *locale == self).unwrap_or(0);
        let translated = key.translations();
        index.checked_sub(1).and_then(|index| translated.get(index)).copied().unwrap_or(key.as_str())
    }

    /// The text in this language, with its placeholders filled in.
    pub fn format_text(self, key: PageText, arguments: &[&str]) -> String {
        let argument = |place: Option<usize>| arguments.get(place?).copied();
        self.text_parts(key).flat_map(|(text, place)| [text, argument(place).unwrap_or_default()]).collect()
    }

    /// The parts of the text, each with the number of the placeholder behind it.
    pub fn text_parts(self, key: PageText) -> impl Iterator<Item = (&'static str, Option<usize>)> {
        self.text(key).split_inclusive('}').map(|part| match part.split_once('{') {
            Some((text, place)) => (text, place.trim_end_matches('}').parse().ok()),
            None => (part, None),
        })
    }
}

/// Whether a language is written from right to left.
pub fn is_right_to_left(code: &str) -> bool {
    let base = code.split('-').next().unwrap_or_default();
    ["ar", "fa", "he", "ur"].contains(&base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_word_with_the_same_places_to_fill_in() {
        for key in PageText::ALL {
            for locale in Locale::ALL {
                let text = locale.text(*key);
                assert!(!text.trim().is_empty() && text.trim() == text, "{key:?} in {locale:?}");
                for place in ["{0}", "{1}", "{2}"] {
                    let count = |text: &str| text.matches(place).count();
                    assert_eq!(count(text), count(key.as_str()), "{place} of {key:?} in {locale:?}");
                }
                let many = text.chars().count() > 12;
                assert!(*locale == Locale::English || !many || text != key.as_str(), "{key:?} in {locale:?}");
            }
        }
    }

    #[test]
    fn a_sentence_is_filled_in_where_its_language_has_the_places() {
        assert_eq!(Locale::English.format_text(PageText::PageOf, &["2", "5"]), "Page 2 of 5");
        assert_eq!(Locale::Japanese.format_text(PageText::PageOf, &["2", "5"]), "5ページ中2ページ目");
        let row = ["2", "Arrival", "Please write something."];
        assert_eq!(
            Locale::English.format_text(PageText::RowSays, &row),
            "Question 2, Arrival: Please write something."
        );
        assert_eq!(Locale::French.format_text(PageText::MadeWith, &["{0}"]), "Créé avec {0}");
    }

    #[test]
    fn the_first_language_that_has_words_is_spoken() {
        assert_eq!(Locale::from_codes(["sv", "pt-BR", "de"]), Locale::Portuguese);
        assert_eq!(Locale::from_codes(["FR_ca"]), Locale::French);
        assert_eq!(Locale::from_codes(["", "*", "tlh"]), Locale::English);
        assert!(is_right_to_left("ar") && is_right_to_left("he") && !is_right_to_left("de"));
    }
}
