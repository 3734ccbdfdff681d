//! TABLE. Words that are frequent in every text, in the eight languages of the service, folded as texts are for search.

/// The lists that apply to a language code such as `pt-BR`; all of them if the language is unknown. Each is sorted.
pub(super) fn stop_words(language: &str) -> Vec<&'static [&'static str]> {
    let code = language.get(..2).unwrap_or_default();
    let found = LISTS.iter().filter(|(known, _)| code.eq_ignore_ascii_case(known));
    let lists: Vec<&[&str]> = found.map(|(_, list)| *list).collect();
    if lists.is_empty() { LISTS.iter().map(|(_, list)| *list).collect() } else { lists }
}

/// Language code and words.
const LISTS: &[(&str, &[&str])] = &[
    ("en", ENGLISH),
    ("de", GERMAN),
    ("fr", FRENCH),
    ("es", SPANISH),
    ("it", ITALIAN),
    ("pt", PORTUGUESE),
    ("nl", DUTCH),
    ("ja", JAPANESE),
];

#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be",
    "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "cannot", "could",
    "couldn", "did", "didn", "do", "does", "doesn", "doing", "don", "down", "during", "each", "even", "ever", "few",
    "for", "from", "further", "get", "got", "had", "has", "have", "having", "he", "her", "here", "hers", "him",
    "his", "how", "if", "in", "into", "is", "isn", "it", "its", "itself", "just", "like", "ll", "me", "more",
    "most", "much", "my", "myself", "no", "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or",
    "other", "our", "ours", "out", "over", "own", "quite", "re", "really", "same", "she", "should", "so", "some",
    "such", "than", "that", "the", "their", "theirs", "them", "then", "there", "these", "they", "this", "those",
    "through", "to", "too", "under", "until", "up", "us", "ve", "very", "was", "wasn", "we", "were", "what", "when",
    "where", "which", "while", "who", "whom", "why", "will", "with", "would", "you", "your", "yours",
];

#[rustfmt::skip]
const GERMAN: &[&str] = &[
    "aber", "alle", "allem", "allen", "aller", "alles", "als", "also", "am", "an", "ander", "andere", "anderen",
    "anderer", "anderes", "auch", "auf", "aus", "bei", "bin", "bis", "bist", "da", "damit", "dann", "das", "dass",
    "dein", "deine", "dem", "den", "denn", "der", "des", "dessen", "dich", "die", "dies", "diese", "diesem",
    "diesen", "dieser", "dieses", "dir", "doch", "dort", "du", "durch", "ein", "eine", "einem", "einen", "einer",
    "eines", "einige", "er", "es", "etwas", "euch", "euer", "fur", "gegen", "gewesen", "hab", "habe", "haben",
    "hat", "hatte", "hatten", "hier", "hin", "hinter", "ich", "ihm", "ihn", "ihnen", "ihr", "ihre", "ihrem",
    "ihren", "ihrer", "im", "in", "indem", "ins", "ist", "ja", "jede", "jedem", "jeden", "jeder", "jedes", "jetzt",
    "kann", "kein", "keine", "keinen", "konnen", "konnte", "machen", "man", "mehr", "mein", "meine", "meinen",
    "meiner", "mich", "mir", "mit", "muss", "musste", "nach", "nicht", "nichts", "noch", "nun", "nur", "ob", "oder",
    "ohne", "sehr", "sein", "seine", "seinen", "seiner", "seit", "sich", "sie", "sind", "so", "solche", "soll",
    "sollte", "sondern", "sonst", "um", "und", "uns", "unser", "unsere", "unter", "viel", "vom", "von", "vor",
    "wahrend", "war", "waren", "was", "weil", "weiter", "welche", "wenn", "wer", "werde", "werden", "wie", "wieder",
    "will", "wir", "wird", "wirst", "wo", "wollen", "wurde", "wurden", "zu", "zum", "zur", "zwar", "zwischen",
];

#[rustfmt::skip]
const FRENCH: &[&str] = &[
    "afin", "ai", "ainsi", "alors", "apres", "as", "au", "aucun", "aussi", "autre", "autres", "aux", "avait",
    "avant", "avec", "avoir", "ce", "cela", "celle", "celui", "ces", "cet", "cette", "ceux", "chaque", "comme",
    "comment", "dans", "de", "depuis", "des", "deux", "donc", "dont", "du", "elle", "elles", "en", "encore",
    "entre", "es", "est", "et", "etaient", "etait", "ete", "etre", "eu", "eux", "faire", "fait", "fois", "font",
    "je", "la", "le", "les", "leur", "leurs", "lors", "lui", "ma", "mais", "me", "meme", "memes", "mes", "moi",
    "moins", "mon", "ne", "ni", "nos", "notre", "nous", "on", "ont", "ou", "par", "parce", "pas", "peu", "peut",
    "plus", "pour", "pourquoi", "qu", "quand", "que", "quel", "quelle", "quelles", "quels", "qui", "sa", "sans",
    "se", "sera", "ses", "si", "son", "sont", "sous", "suis", "sur", "ta", "te", "tes", "toi", "ton", "tous",
    "tout", "toute", "toutes", "tres", "trop", "tu", "un", "une", "vers", "voici", "vos", "votre", "vous",
];

#[rustfmt::skip]
const SPANISH: &[&str] = &[
    "al", "algo", "algunas", "algunos", "ante", "antes", "aqui", "asi", "aun", "aunque", "bien", "cada", "como",
    "con", "contra", "cual", "cuando", "de", "del", "desde", "donde", "dos", "durante", "el", "ella", "ellas",
    "ellos", "en", "entre", "era", "eran", "eres", "es", "esa", "esas", "ese", "eso", "esos", "esta", "estaba",
    "estado", "estamos", "estan", "estar", "estas", "este", "esto", "estos", "estoy", "fue", "fueron", "ha",
    "habia", "han", "hasta", "hay", "he", "la", "las", "le", "les", "lo", "los", "mas", "me", "mi", "mis", "mucho",
    "muchos", "muy", "nada", "ni", "no", "nos", "nosotros", "os", "otra", "otras", "otro", "otros", "para", "pero",
    "poco", "por", "porque", "que", "quien", "se", "sea", "ser", "si", "sido", "sin", "sobre", "solo", "son", "soy",
    "su", "sus", "tambien", "tan", "tanto", "te", "tener", "tengo", "tenia", "ti", "tiene", "tienen", "toda",
    "todas", "todo", "todos", "tu", "tus", "un", "una", "uno", "unos", "usted", "ustedes", "ya", "yo",
];

#[rustfmt::skip]
const ITALIAN: &[&str] = &[
    "abbiamo", "ad", "agli", "ai", "al", "alla", "alle", "allo", "anche", "ancora", "avere", "aveva", "che", "chi",
    "ci", "cio", "come", "con", "contro", "cui", "da", "dagli", "dai", "dal", "dalla", "dalle", "dallo", "de",
    "degli", "dei", "del", "dell", "della", "delle", "dello", "dentro", "di", "dopo", "dove", "ed", "era", "erano",
    "essere", "fa", "fare", "fra", "fu", "gia", "gli", "ha", "hai", "hanno", "ho", "il", "in", "io", "la", "le",
    "lei", "li", "lo", "loro", "lui", "ma", "me", "mi", "mia", "mie", "miei", "mio", "molto", "ne", "negli", "nei",
    "nel", "nella", "nelle", "nello", "no", "noi", "non", "nostra", "nostro", "ogni", "per", "perche", "piu",
    "poco", "poi", "puo", "qua", "qual", "quale", "quando", "quanto", "quella", "quelle", "quelli", "quello",
    "questa", "queste", "questi", "questo", "qui", "se", "sei", "sempre", "senza", "si", "sia", "sono", "sopra",
    "sotto", "sta", "stata", "stati", "stato", "su", "sua", "sue", "sugli", "sui", "sul", "sulla", "sulle", "suo",
    "suoi", "tra", "troppo", "tu", "tua", "tue", "tuo", "tutta", "tutte", "tutti", "tutto", "un", "una", "uno",
    "vi", "voi",
];

#[rustfmt::skip]
const PORTUGUESE: &[&str] = &[
    "ainda", "alem", "algum", "alguma", "ao", "aos", "apenas", "aquela", "aquele", "aquilo", "as", "ate", "cada",
    "com", "como", "da", "das", "de", "dela", "dele", "deles", "depois", "do", "dos", "ela", "elas", "ele", "eles",
    "em", "entre", "era", "eram", "essa", "essas", "esse", "esses", "esta", "estao", "estar", "estava", "este",
    "estes", "estou", "eu", "foi", "foram", "ha", "isso", "isto", "ja", "la", "lhe", "lhes", "mais", "mas", "me",
    "mesmo", "meu", "meus", "minha", "minhas", "muita", "muito", "muitos", "na", "nada", "nao", "nas", "nem",
    "nenhum", "no", "nos", "nossa", "nosso", "num", "numa", "os", "ou", "outra", "outras", "outro", "outros",
    "para", "pela", "pelas", "pelo", "pelos", "pode", "por", "porque", "pouco", "pra", "qual", "quando", "que",
    "quem", "sao", "se", "seja", "sem", "ser", "seu", "seus", "si", "sido", "so", "sobre", "sua", "suas", "tambem",
    "tao", "te", "tem", "tenho", "ter", "teu", "tinha", "toda", "todas", "todo", "todos", "tu", "tua", "tudo", "um",
    "uma", "umas", "uns", "vai", "voce", "voces",
];

#[rustfmt::skip]
const DUTCH: &[&str] = &[
    "aan", "achter", "al", "alle", "alleen", "alles", "als", "altijd", "ander", "andere", "ben", "bij", "daar",
    "dan", "dat", "de", "deze", "die", "dit", "doch", "doen", "door", "dus", "echt", "een", "eens", "en", "er",
    "ge", "geen", "geweest", "haar", "had", "hadden", "heb", "hebben", "heeft", "heel", "hem", "hen", "het", "hier",
    "hij", "hoe", "hun", "iemand", "iets", "ik", "in", "is", "ja", "je", "jij", "jouw", "jullie", "kan", "kon",
    "kunnen", "maar", "me", "meer", "men", "met", "mij", "mijn", "moet", "moeten", "na", "naar", "niet", "niets",
    "nog", "nu", "of", "om", "omdat", "onder", "ons", "onze", "ook", "op", "over", "reeds", "te", "tegen", "toch",
    "toen", "tot", "tussen", "uit", "uw", "van", "veel", "voor", "waar", "want", "waren", "was", "wat", "we", "wel",
    "werd", "wezen", "wie", "wij", "wil", "worden", "wordt", "zal", "ze", "zei", "zelf", "zich", "zij", "zijn",
    "zo", "zonder", "zou",
];

#[rustfmt::skip]
const JAPANESE: &[&str] = &[
    "あの", "から", "けど", "こと", "これ", "しかし", "した", "して", "する", "その", "それ", "ため", "です", "でも", "とても", "ない", "など", "なに",
    "ので", "のに", "ます", "また", "まで", "もの", "より",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_sorted_and_folded() {
        for (language, list) in LISTS {
            assert!(list.is_sorted(), "{language}");
            for word in *list {
                assert_eq!(crate::wire::fold::fold(word), *word, "{language}");
            }
        }
    }

    #[test]
    fn a_language_has_its_own_list_and_an_unknown_one_has_all() {
        assert_eq!(stop_words("pt-BR"), [PORTUGUESE]);
        assert_eq!(stop_words("DE"), [GERMAN]);
        assert_eq!((stop_words("").len(), stop_words("xx").len()), (8, 8));
    }
}
