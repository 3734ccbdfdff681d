//! TABLE. Surveys of the accounts in the EU and in Canada.

use crate::service::sandbox::demo::design::{DemoQuestion, DemoSurvey, ask, choice, collector, page, rated, row};
use crate::spec::questions::{Family::*, Subtype::*};
use crate::spec::resources::collectors::{CollectorStatus::*, CollectorType::*};

/// 18 responses, in the EU.
#[rustfmt::skip]
pub const BICYCLES: DemoSurvey = DemoSurvey {
    number: 11, owner: "eu", title: "Zufriedenheit mit dem Fahrradverleih", nickname: "", language: "de", category: "", made: -55,
    pages: &[
        page("", "", &[
            DemoQuestion { choices: &[rated("Schlecht", 1), rated("Mäßig", 2), rated("Gut", 3), rated("Sehr gut", 4)],
                rows: &[row("Räder"), row("Öffnungszeiten"), row("Preis")], ..ask(Matrix, Rating, "Wie zufrieden sind Sie?") },
            DemoQuestion { answered: 55, texts: &["Mehr Räder für große Leute", "Schöner Laden!", "Die Bremse quietscht."],
                ..ask(OpenEnded, Essay, "Was können wir besser machen?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Aushang", 18)],
    note: "18 responses, in the EU datacenter.",
    story: None,
};

/// 5 responses, in the EU.
#[rustfmt::skip]
pub const COURSES: DemoSurvey = DemoSurvey {
    number: 12, owner: "eu", title: "Kursanmeldung", nickname: "", language: "de", category: "", made: -15,
    pages: &[
        page("", "", &[
            DemoQuestion { choices: &[choice("Montag"), choice("Mittwoch"), choice("Samstag")], ..ask(MultipleChoice, Vertical, "Welche Tage passen Ihnen?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Web-Link", 5)],
    note: "5 responses, in the EU datacenter.",
    story: None,
};

/// 22 responses, in Canada.
#[rustfmt::skip]
pub const LIBRARY: DemoSurvey = DemoSurvey {
    number: 13, owner: "ca", title: "La bibliothèque et vous", nickname: "", language: "fr", category: "", made: -65,
    pages: &[
        page("Vos visites", "", &[
            DemoQuestion { choices: &[choice("Chaque semaine"), choice("Chaque mois"), choice("Rarement")], ..ask(SingleChoice, Vertical, "Venez-vous souvent ?") },
            DemoQuestion { rows: &[row("Dernière visite")], ..ask(Datetime, DateOnly, "Quand êtes-vous venu·e ?") },
        ]),
        page("", "", &[
            DemoQuestion { answered: 60, texts: &["Plus de romans, s'il vous plaît", "C'est très bien, l'été surtout."],
                ..ask(OpenEnded, Essay, "Que changeriez-vous ?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Affiche", 22)],
    note: "22 responses, in the Canadian datacenter.",
    story: None,
};

/// 9 responses, in Canada.
#[rustfmt::skip]
pub const LIGHTNING: DemoSurvey = DemoSurvey {
    number: 14, owner: "ca", title: "Sondage éclair", nickname: "", language: "fr", category: "", made: -12,
    pages: &[
        page("", "", &[
            DemoQuestion { answered: 100, choices: &[choice("Oui"), choice("Non")], ..ask(SingleChoice, Horiz, "Faut-il ouvrir le dimanche ?") },
        ]),
    ],
    collectors: &[collector(Weblink, Closed, "Lien", 9)],
    note: "9 responses; its collector is closed.",
    story: None,
};
