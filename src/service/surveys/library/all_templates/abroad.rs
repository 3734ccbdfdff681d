//! TABLE. Templates in other languages than English.

use super::FROM_0_TO_10;
use crate::service::surveys::library::{LibraryQuestion, LibraryTemplate, blank_question, template_page};
use crate::spec::questions::{Family::*, Subtype::*};

const ZUFRIEDEN: &[&str] = &["Sehr unzufrieden", "Unzufrieden", "Teils, teils", "Zufrieden", "Sehr zufrieden"];
const SATISFAIT: &[&str] = &["Très insatisfait", "Insatisfait", "Neutre", "Satisfait", "Très satisfait"];
const SATISFECHO: &[&str] = &["Muy insatisfecho", "Insatisfecho", "Neutral", "Satisfecho", "Muy satisfecho"];

/// Every template in another language.
#[rustfmt::skip]
pub const TEMPLATES: &[LibraryTemplate] = &[
    LibraryTemplate { id: "2001", language: "de", category: "customer_feedback", paid: false, name: "Kundenzufriedenheit",
        description: "Wie zufrieden Kundinnen und Kunden mit Angebot und Betreuung sind.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: FROM_0_TO_10, required: "Bitte beantworten Sie diese Frage.",
                ..blank_question(SingleChoice, Horiz, "Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?") },
            LibraryQuestion { choices: ZUFRIEDEN, rows: &["Qualität", "Preis", "Beratung", "Lieferung"], not_applicable: "Trifft nicht zu",
                ..blank_question(Matrix, Rating, "Wie zufrieden sind Sie mit Folgendem?") },
            blank_question(OpenEnded, Essay, "Was können wir besser machen?"),
        ])] },
    LibraryTemplate { id: "2002", language: "de", category: "events", paid: false, name: "Nach der Veranstaltung",
        description: "Wie eine Veranstaltung angekommen ist.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["Sehr schlecht", "Schlecht", "Mittel", "Gut", "Sehr gut"], ..blank_question(SingleChoice, Vertical, "Wie hat es Ihnen gefallen?") },
            LibraryQuestion { choices: &["Ja", "Nein", "Vielleicht"], ..blank_question(SingleChoice, Horiz, "Kommen Sie wieder?") },
            blank_question(OpenEnded, Essay, "Was hat Ihnen gefehlt?"),
        ])] },
    LibraryTemplate { id: "2003", language: "fr", category: "customer_feedback", paid: false, name: "Satisfaction des clients",
        description: "Ce que vos clients pensent de vos produits et de votre accueil.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: FROM_0_TO_10, required: "Une réponse est nécessaire.",
                ..blank_question(SingleChoice, Horiz, "Dans quelle mesure nous recommanderiez-vous à un ami ?") },
            LibraryQuestion { choices: SATISFAIT, rows: &["Qualité", "Prix", "Accueil", "Délais"], not_applicable: "Sans objet",
                ..blank_question(Matrix, Rating, "Êtes-vous satisfait de ce qui suit ?") },
            blank_question(OpenEnded, Essay, "Que pourrions-nous améliorer ?"),
        ])] },
    LibraryTemplate { id: "2004", language: "fr", category: "education", paid: false, name: "Évaluation d'une formation",
        description: "L'avis des participants sur une formation et son animateur.",
        pages: &[template_page("", &[
            blank_question(OpenEnded, Single, "Quelle formation avez-vous suivie ?"),
            LibraryQuestion { choices: &["Trop facile", "Adapté", "Trop difficile"], ..blank_question(SingleChoice, Horiz, "Le niveau était-il adapté ?") },
            LibraryQuestion { choices: SATISFAIT, rows: &["Contenu", "Rythme", "Supports", "Animation"], ..blank_question(Matrix, Rating, "Êtes-vous satisfait de ce qui suit ?") },
            blank_question(OpenEnded, Essay, "Qu'avez-vous appris de plus utile ?"),
        ])] },
    LibraryTemplate { id: "2005", language: "es", category: "customer_feedback", paid: false, name: "Satisfacción de clientes",
        description: "Qué piensan los clientes de sus productos y de su atención.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: FROM_0_TO_10, required: "Esta pregunta requiere una respuesta.",
                ..blank_question(SingleChoice, Horiz, "¿Qué probabilidad hay de que nos recomiende?") },
            LibraryQuestion { choices: SATISFECHO, rows: &["Calidad", "Precio", "Atención", "Rapidez"], not_applicable: "No procede",
                ..blank_question(Matrix, Rating, "¿Está satisfecho con lo siguiente?") },
            blank_question(OpenEnded, Essay, "¿Qué podemos mejorar?"),
        ])] },
];
