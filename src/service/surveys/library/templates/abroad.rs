//! TABLE. Templates in other languages than English.

use super::FROM_0_TO_10;
use crate::service::surveys::library::{Question, Template, ask, page};
use crate::spec::questions::{Family::*, Subtype::*};

const ZUFRIEDEN: &[&str] = &["Sehr unzufrieden", "Unzufrieden", "Teils, teils", "Zufrieden", "Sehr zufrieden"];
const SATISFAIT: &[&str] = &["Très insatisfait", "Insatisfait", "Neutre", "Satisfait", "Très satisfait"];
const SATISFECHO: &[&str] = &["Muy insatisfecho", "Insatisfecho", "Neutral", "Satisfecho", "Muy satisfecho"];

/// Every template in another language.
#[rustfmt::skip]
pub const TEMPLATES: &[Template] = &[
    Template { id: "2001", language: "de", category: "customer_feedback", paid: false, name: "Kundenzufriedenheit",
        description: "Wie zufrieden Kundinnen und Kunden mit Angebot und Betreuung sind.",
        pages: &[page("", &[
            Question { choices: FROM_0_TO_10, required: "Bitte beantworten Sie diese Frage.",
                ..ask(SingleChoice, Horiz, "Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?") },
            Question { choices: ZUFRIEDEN, rows: &["Qualität", "Preis", "Beratung", "Lieferung"], not_applicable: "Trifft nicht zu",
                ..ask(Matrix, Rating, "Wie zufrieden sind Sie mit Folgendem?") },
            ask(OpenEnded, Essay, "Was können wir besser machen?"),
        ])] },
    Template { id: "2002", language: "de", category: "events", paid: false, name: "Nach der Veranstaltung",
        description: "Wie eine Veranstaltung angekommen ist.",
        pages: &[page("", &[
            Question { choices: &["Sehr schlecht", "Schlecht", "Mittel", "Gut", "Sehr gut"], ..ask(SingleChoice, Vertical, "Wie hat es Ihnen gefallen?") },
            Question { choices: &["Ja", "Nein", "Vielleicht"], ..ask(SingleChoice, Horiz, "Kommen Sie wieder?") },
            ask(OpenEnded, Essay, "Was hat Ihnen gefehlt?"),
        ])] },
    Template { id: "2003", language: "fr", category: "customer_feedback", paid: false, name: "Satisfaction des clients",
        description: "Ce que vos clients pensent de vos produits et de votre accueil.",
        pages: &[page("", &[
            Question { choices: FROM_0_TO_10, required: "Une réponse est nécessaire.",
                ..ask(SingleChoice, Horiz, "Dans quelle mesure nous recommanderiez-vous à un ami ?") },
            Question { choices: SATISFAIT, rows: &["Qualité", "Prix", "Accueil", "Délais"], not_applicable: "Sans objet",
                ..ask(Matrix, Rating, "Êtes-vous satisfait de ce qui suit ?") },
            ask(OpenEnded, Essay, "Que pourrions-nous améliorer ?"),
        ])] },
    Template { id: "2004", language: "fr", category: "education", paid: false, name: "Évaluation d'une formation",
        description: "L'avis des participants sur une formation et son animateur.",
        pages: &[page("", &[
            ask(OpenEnded, Single, "Quelle formation avez-vous suivie ?"),
            Question { choices: &["Trop facile", "Adapté", "Trop difficile"], ..ask(SingleChoice, Horiz, "Le niveau était-il adapté ?") },
            Question { choices: SATISFAIT, rows: &["Contenu", "Rythme", "Supports", "Animation"], ..ask(Matrix, Rating, "Êtes-vous satisfait de ce qui suit ?") },
            ask(OpenEnded, Essay, "Qu'avez-vous appris de plus utile ?"),
        ])] },
    Template { id: "2005", language: "es", category: "customer_feedback", paid: false, name: "Satisfacción de clientes",
        description: "Qué piensan los clientes de sus productos y de su atención.",
        pages: &[page("", &[
            Question { choices: FROM_0_TO_10, required: "Esta pregunta requiere una respuesta.",
                ..ask(SingleChoice, Horiz, "¿Qué probabilidad hay de que nos recomiende?") },
            Question { choices: SATISFECHO, rows: &["Calidad", "Precio", "Atención", "Rapidez"], not_applicable: "No procede",
                ..ask(Matrix, Rating, "¿Está satisfecho con lo siguiente?") },
            ask(OpenEnded, Essay, "¿Qué podemos mejorar?"),
        ])] },
];
