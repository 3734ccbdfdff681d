//! TABLE. The categories of templates, with their names in the languages of the library.

/// A category: its id, and its names in English, German, French and Spanish.
type Category = (&'static str, [&'static str; 4]);

/// The languages of the names, in their order.
const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// Every category.
#[rustfmt::skip]
pub const CATEGORIES: &[Category] = &[
    ("community",         ["Community",         "Gemeinschaft",          "Vie locale",              "Comunidad"]),
    ("customer_feedback", ["Customer Feedback", "Kundenmeinung",         "Avis des clients",        "Opinión de clientes"]),
    ("demographics",      ["Demographics",      "Demografie",            "Données démographiques",  "Datos demográficos"]),
    ("education",         ["Education",         "Bildung",               "Éducation",               "Educación"]),
    ("events",            ["Events",            "Veranstaltungen",       "Événements",              "Eventos"]),
    ("healthcare",        ["Healthcare",        "Gesundheitswesen",      "Santé",                   "Salud"]),
    ("human_resources",   ["Human Resources",   "Personalwesen",         "Ressources humaines",     "Recursos humanos"]),
    ("just_for_fun",      ["Just for Fun",      "Nur zum Spaß",          "Pour le plaisir",         "Por diversión"]),
    ("market_research",   ["Market Research",   "Marktforschung",        "Études de marché",        "Estudios de mercado"]),
    ("non_profit",        ["Non-profit",        "Gemeinnützige Arbeit",  "Associations",            "Sin fines de lucro"]),
];

/// The name of a category in a language; in English if the library does not have that language, which is our choice.
pub fn category_name(category: &str, language: &str) -> Option<&'static str> {
    let (_, names) = CATEGORIES.iter().find(|(id, _)| *id == category)?;
    let at = LANGUAGES.iter().position(|known| *known == language).unwrap_or(0);
    names.get(at).copied()
}
