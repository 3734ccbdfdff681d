//! TABLE. The languages that surveys can be written in and translated into.

/// A language: its code, its name in English, its name in itself.
pub type Language = (&'static str, &'static str, &'static str);

/// Every language, by its name in English.
#[rustfmt::skip]
pub const LANGUAGES: &[Language] = &[
    ("af", "Afrikaans", "Afrikaans"),
    ("sq", "Albanian", "Shqip"),
    ("am", "Amharic", "አማርኛ"),
    ("ar", "Arabic", "العربية"),
    ("hy", "Armenian", "Հայերեն"),
    ("az", "Azerbaijani", "Azərbaycan dili"),
    ("eu", "Basque", "Euskara"),
    ("bn", "Bengali", "বাংলা"),
    ("bs", "Bosnian", "Bosanski"),
    ("bg", "Bulgarian", "Български"),
    ("ca", "Catalan", "Català"),
    ("zh-cn", "Chinese (Simplified)", "简体中文"),
    ("zh-tw", "Chinese (Traditional)", "繁體中文"),
    ("hr", "Croatian", "Hrvatski"),
    ("cs", "Czech", "Čeština"),
    ("da", "Danish", "Dansk"),
    ("nl", "Dutch", "Nederlands"),
    ("en", "English", "English"),
    ("en-gb", "English (UK)", "English (UK)"),
    ("et", "Estonian", "Eesti"),
    ("fi", "Finnish", "Suomi"),
    ("fr", "French", "Français"),
    ("fr-ca", "French (Canada)", "Français (Canada)"),
    ("gl", "Galician", "Galego"),
    ("ka", "Georgian", "ქართული"),
    ("de", "German", "Deutsch"),
    ("el", "Greek", "Ελληνικά"),
    ("gu", "Gujarati", "ગુજરાતી"),
    ("ht", "Haitian Creole", "Kreyòl ayisyen"),
    ("he", "Hebrew", "עברית"),
    ("hi", "Hindi", "हिन्दी"),
    ("hu", "Hungarian", "Magyar"),
    ("is", "Icelandic", "Íslenska"),
    ("id", "Indonesian", "Bahasa Indonesia"),
    ("ga", "Irish", "Gaeilge"),
    ("it", "Italian", "Italiano"),
    ("ja", "Japanese", "日本語"),
    ("kn", "Kannada", "ಕನ್ನಡ"),
    ("kk", "Kazakh", "Қазақ тілі"),
    ("km", "Khmer", "ខ្មែរ"),
    ("ko", "Korean", "한국어"),
    ("lv", "Latvian", "Latviešu"),
    ("lt", "Lithuanian", "Lietuvių"),
    ("mk", "Macedonian", "Македонски"),
    ("ms", "Malay", "Bahasa Melayu"),
    ("ml", "Malayalam", "മലയാളം"),
    ("mt", "Maltese", "Malti"),
    ("mr", "Marathi", "मराठी"),
    ("mn", "Mongolian", "Монгол"),
    ("ne", "Nepali", "नेपाली"),
    ("no", "Norwegian", "Norsk"),
    ("fa", "Persian", "فارسی"),
    ("pl", "Polish", "Polski"),
    ("pt-br", "Portuguese (Brazil)", "Português (Brasil)"),
    ("pt", "Portuguese (Portugal)", "Português (Portugal)"),
    ("pa", "Punjabi", "ਪੰਜਾਬੀ"),
    ("ro", "Romanian", "Română"),
    ("ru", "Russian", "Русский"),
    ("sr", "Serbian", "Српски"),
    ("si", "Sinhala", "සිංහල"),
    ("sk", "Slovak", "Slovenčina"),
    ("sl", "Slovenian", "Slovenščina"),
    ("so", "Somali", "Soomaali"),
    ("es", "Spanish", "Español"),
    ("es-mx", "Spanish (Mexico)", "Español (México)"),
    ("sw", "Swahili", "Kiswahili"),
    ("sv", "Swedish", "Svenska"),
    ("tl", "Tagalog", "Tagalog"),
    ("ta", "Tamil", "தமிழ்"),
    ("te", "Telugu", "తెలుగు"),
    ("th", "Thai", "ไทย"),
    ("tr", "Turkish", "Türkçe"),
    ("uk", "Ukrainian", "Українська"),
    ("ur", "Urdu", "اردو"),
    ("uz", "Uzbek", "Oʻzbekcha"),
    ("vi", "Vietnamese", "Tiếng Việt"),
    ("cy", "Welsh", "Cymraeg"),
    ("zu", "Zulu", "isiZulu"),
];

/// Without a script or a region, Chinese is read as simplified. A variant such as `zh-tw` is not.
const CHINESE: &str = "zh";

/// Codes that mean a language of the table.
const ALIASES: &[(&str, &str)] = &[
    ("nb", "no"),
    ("nn", "no"),
    ("fil", "tl"),
    ("iw", "he"),
    ("zh-hk", "zh-tw"),
    ("zh-mo", "zh-tw"),
    ("zh-hant", "zh-tw"),
    ("zh-hans", "zh-cn"),
    ("zh-sg", "zh-cn"),
    (CHINESE, "zh-cn"),
];

/// The codes to look up for a browser's language, in order: its own, then those without its last parts, each with the
/// code of the table that means the same.
pub fn lookup_codes(code: &str) -> impl Iterator<Item = &str> {
    let prefixes = std::iter::successors(Some(code), |code| Some(code.rsplit_once('-')?.0));
    prefixes.flat_map(move |prefix| {
        let alias = ALIASES.iter().find(|(other, _)| other.eq_ignore_ascii_case(prefix));
        let alias = alias.filter(|(other, _)| *other != CHINESE || prefix == code);
        std::iter::once(prefix).chain(alias.map(|(_, known)| *known))
    })
}

/// The language with this code, ignoring case and with `_` for `-`.
pub fn find_language(code: &str) -> Option<&'static Language> {
    let code = code.replace('_', "-");
    LANGUAGES.iter().find(|(id, _, _)| id.eq_ignore_ascii_case(&code))
}

/// The language whose translations a variant such as `fr-ca` inherits.
pub fn parent_language(code: &str) -> Option<&'static str> {
    let (base, _) = code.split_once('-')?;
    find_language(base).map(|(id, _, _)| *id)
}
