//! TABLE. Contacts, contact lists, and the fields that contacts can have.

use crate::spec::types::Id;
use std::collections::BTreeMap;

/// Name of a contact list that was given none.
pub const DEFAULT_LIST_NAME: &str = "New List";

/// The ids of the custom fields: there are six, and none can be added.
pub const CUSTOM_FIELDS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

resources! {
    /// A contact list.
    ContactList {
        /// Id of the list.
        id: Id,
        /// Name.
        name: String,
        /// Address of the list.
        href: String,
    }
    /// What creates a contact list.
    ContactListNew {
        /// Name; "New List" if not given.
        name: Option<String>,
    }
    /// What changes or replaces a contact list.
    ContactListPatch {
        /// Name. A replacement without it goes back to "New List".
        name: Option<String>,
    }
    /// What to merge into a contact list.
    ContactListMerge {
        /// The list whose contacts are copied into the list of the path.
        list_id: Id,
    }
    /// A contact in a list.
    ContactRef {
        /// Id of the contact.
        id: Id,
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
        /// Email address.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`.
        phone_number: Option<String>,
        /// Address of the contact as a resource.
        href: String,
    }
    /// A contact.
    Contact {
        /// Id of the contact.
        id: Id,
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
        /// Email address.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`.
        phone_number: Option<String>,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Address of the contact as a resource.
        href: String,
    }
    /// What creates a contact, or replaces one: both names, and an email address or a phone number.
    ContactNew {
        /// First name.
        first_name: String,
        /// Last name.
        last_name: String,
        /// Email address.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`.
        phone_number: Option<String>,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
    }
    /// What changes a contact.
    ContactPatch {
        /// First name.
        first_name: Option<String>,
        /// Last name.
        last_name: Option<String>,
        /// Email address.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`.
        phone_number: Option<String>,
        /// Custom fields `1` to `6`; fields that are left out stay as they are, which is our choice.
        custom_fields: Option<BTreeMap<String, String>>,
    }
    /// What creates contacts.
    ContactsNew {
        /// The contacts.
        contacts: Vec<ContactNew>,
        /// Whether contacts that exist already take over what the request says; false if not given.
        update_existing: Option<bool>,
    }
    /// Which contacts were created and which were not. What the three arrays hold is our choice.
    ContactsAdded {
        /// Contacts that were created, or changed.
        succeeded: Vec<ContactRef>,
        /// Addresses that are none.
        invalids: Vec<String>,
        /// Contacts that existed already and were left alone.
        existing: Vec<ContactRef>,
    }
    /// A custom field that contacts can have.
    ContactField {
        /// `1` to `6`.
        id: Id,
        /// What the field is called; "Custom 1" and so on at first.
        label: String,
        /// Address of the field.
        href: String,
    }
    /// What changes a custom field.
    ContactFieldPatch {
        /// What the field is called.
        label: String,
    }
}
