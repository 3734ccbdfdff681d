//! TABLE. Contacts and contact lists of the demo world.

use super::day_start;
use super::people::{DemoPerson, DemoTeam};
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::endpoints::contacts::ContactStatus::{self, Active, Bounced, Optout};

/// A contact: id, key of its user, names with e-mail address and phone number, city, status.
type Contact = (&'static str, &'static str, [&'static str; 4], &'static str, ContactStatus);

#[rustfmt::skip]
const CONTACTS: &[Contact] = &[
    ("3300000001", "owner", ["Amélie", "Roux",       "amelie.roux@mail.example",  "+12175550101"], "Lyon",        Active),
    ("3300000002", "owner", ["Bao",    "Tran",       "bao.tran@mail.example",     "+12175550102"], "Hanoi",       Active),
    ("3300000003", "owner", ["Carla",  "Mendes",     "carla@mendes.example",      ""],             "Porto",       Active),
    ("3300000004", "owner", ["Dov",    "Levi",       "dov.levi@mail.example",     ""],             "",            Active),
    ("3300000005", "owner", ["Edith",  "O'Neill",    "edith.oneill@mail.example", "+12175550105"], "Cork",        Active),
    ("3300000006", "owner", ["Franz",  "Müßig",      "franz@muessig.example",     ""],             "Köln",        Active),
    ("3300000007", "owner", ["Grace",  "Kim",        "",                          "+12175550107"], "Springfield", Active),
    ("3300000008", "owner", ["Hugo",   "Silent",     "hugo.silent@mail.example",  ""],             "",            Optout),
    ("3300000009", "owner", ["Ines",   "Gone",       "ines.gone@mail.example",    ""],             "",            Bounced),
    ("3300000010", "eu",    ["Jonas",  "Weiß",       "jonas.weiss@mail.example",  ""],             "Dresden",     Active),
    ("3300000011", "eu",    ["Klara",  "Sommer",     "klara.sommer@mail.example", ""],             "Graz",        Active),
    ("3300000012", "free",  ["Lena",   "Garten",     "lena@garden.example",       ""],             "",            Active),
];

/// A list: id, key of its user, name, and the contacts in it.
type ContactList = (&'static str, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
pub const LISTS: &[ContactList] = &[
    ("450000001", "owner", "Customers",
        &["3300000001", "3300000002", "3300000003", "3300000005", "3300000006", "3300000007", "3300000008"]),
    ("450000002", "owner", "Test readers", &["3300000003", "3300000004", "3300000009"]),
    ("450000003", "eu", "Kundschaft", &["3300000010", "3300000011"]),
];

/// Writes the contacts and lists of a team's users.
pub fn seed_contacts(home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    let at_home = |key: &str| DemoPerson::find_by_key(key).filter(|person| person.team_id == home.id);
    for (id, user, [first_name, last_name, email, phone_number], city, status) in CONTACTS {
        let Some(user) = at_home(user) else { continue };
        sql.run(
            "INSERT INTO contacts (id, user_id, first_name, last_name, email, phone_number,
                                   custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, '', '', '', '', '', ?, ?)",
            values![
                *id,
                user.user_id,
                *first_name,
                *last_name,
                *email,
                *phone_number,
                *city,
                status.as_str(),
                day_start(-60)
            ],
        )?;
        if *status != Active {
            suppress_address(email, *status, sql)?;
        }
    }
    for (id, user, name, contacts) in LISTS {
        let Some(user) = at_home(user) else { continue };
        sql.run(
            "INSERT INTO contact_lists (id, user_id, name)
             VALUES (?, ?, ?)",
            values![*id, user.user_id, *name],
        )?;
        for contact in *contacts {
            sql.run(
                "INSERT INTO contact_list_members (list_id, contact_id)
                 VALUES (?, ?)",
                values![*id, *contact],
            )?;
        }
    }
    Ok(())
}

/// Adds an address to the suppression list.
pub fn suppress_address(address: &str, status: ContactStatus, sql: &dyn Sql) -> Result<(), SqlError> {
    sql.run(
        "INSERT INTO suppressions (address, status, at)
         VALUES (?, ?, ?)",
        values![address, status.as_str(), day_start(-2)],
    )?;
    Ok(())
}
