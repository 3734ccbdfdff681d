//! TABLE. The vocabulary of open texts, by topic and language: what respondents talk about, and what they say of it.

use crate::service::sandbox::demo::design::Topic;
use crate::service::sandbox::demo::dice::Dice;

/// The vocabulary of a topic in a language. Subjects that come first are the most frequent.
struct Vocabulary {
    topic: Topic,
    language: &'static str,
    subjects: &'static [&'static str],
    praise: &'static [&'static str],
    complaint: &'static [&'static str],
    wishes: &'static [&'static str],
}

#[rustfmt::skip]
const VOCABULARIES: &[Vocabulary] = &[
    Vocabulary {
        topic: Topic::Order,
        language: "en",
        subjects: &["The price", "The web shop", "Your support team", "The packaging", "The choice of products", "Paying by invoice", "The app"],
        praise: &["was just right", "is much better than last year", "made it easy", "is the reason why I came back", "could not be better"],
        complaint: &["was a disappointment", "took far too long", "needs some attention", "did not work for me", "is worse than elsewhere"],
        wishes: &["I will order again.", "More sizes, please!", "Thank you.", "Please show the stock.", "Smaller parcels would help."],
    },
    Vocabulary {
        topic: Topic::Visit,
        language: "en",
        subjects: &["The staff", "The café", "The queue", "Parking", "The exhibition", "The audio guide", "The ticket price", "The app", "The garden", "The shop"],
        praise: &["was wonderful", "is much better than last year", "made our day", "was quick and friendly", "could not be better", "is worth the journey"],
        complaint: &["was a disappointment", "took far too long", "is too expensive", "did not work for us", "needs some attention", "was closed"],
        wishes: &["We will come again.", "Longer opening hours would help.", "More seats, please!", "Our children loved it.", "Thank you.", "Please accept cards everywhere."],
    },
    Vocabulary {
        topic: Topic::Visit,
        language: "de",
        subjects: &["Das Personal", "Das Café", "Die Warteschlange", "Der Parkplatz", "Die Ausstellung", "Der Eintritt", "Die App", "Der Garten"],
        praise: &["war wunderbar", "hat uns sehr gefallen", "ist viel besser als im letzten Jahr", "könnte nicht schöner sein"],
        complaint: &["war eine Enttäuschung", "hat viel zu lange gedauert", "ist zu teuer", "war geschlossen", "hat nicht funktioniert"],
        wishes: &["Wir kommen wieder.", "Längere Öffnungszeiten wären schön.", "Mehr Sitzplätze, bitte!", "Danke."],
    },
    Vocabulary {
        topic: Topic::Visit,
        language: "fr",
        subjects: &["Le personnel", "Le café", "La file d'attente", "Le parking", "L'exposition", "Le jardin", "La boutique"],
        praise: &["nous a beaucoup plu", "mérite le voyage", "vaut mieux que l'an dernier"],
        complaint: &["laisse à désirer", "nous a déçus", "coûte trop cher", "prend trop de temps"],
        wishes: &["Nous reviendrons.", "Plus de sièges, s'il vous plaît !", "Merci à tous."],
    },
    Vocabulary {
        topic: Topic::Visit,
        language: "es",
        subjects: &["El personal", "La cafetería", "La cola", "El aparcamiento", "La exposición", "El jardín", "La tienda"],
        praise: &["nos encantó", "funciona muy bien", "merece el viaje"],
        complaint: &["nos decepcionó", "tarda demasiado", "cuesta demasiado", "no funcionaba"],
        wishes: &["Volveremos.", "¡Más asientos, por favor!", "Gracias."],
    },
];

/// A text in a language, in praise or complaint: one or two sentences.
pub fn write_comment(topic: Topic, language: &str, is_content: bool, dice: &mut Dice) -> String {
    let mut about = VOCABULARIES.iter().filter(|each| each.topic == topic);
    let first = about.clone().next();
    let known = about.find(|each| each.language == language).or(first);
    let Some(words) = known else { return String::new() };
    let subject = dice.pick_early(words.subjects).unwrap_or_default();
    let said = dice.pick_early(if is_content { words.praise } else { words.complaint }).unwrap_or_default();
    let more = if dice.chance(40) { dice.pick_early(words.wishes) } else { None };
    match more {
        Some(wish) => format!("{subject} {said}. {wish}"),
        None => format!("{subject} {said}."),
    }
}
