//! TABLE. Contacts, contact lists, and the fields that contacts can have.

use crate::spec::types::Id;
use std::collections::BTreeMap;

/// Default name of a contact list.
pub const DEFAULT_LIST_NAME: &str = "New List";

/// The ids of the custom fields. There are always six.
pub const CUSTOM_FIELDS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

resources! {
    /// A contact list.
    ContactList {
        /// Id of the list.
        id: Id,
        /// Name.
        name: String,
        /// URL of the list.
        href: String,
    }
    /// A new contact list.
    ContactListNew {
        /// Name; "New List" if not given.
        name: Option<String>,
    }
    /// Changes to a contact list.
    ContactListPatch {
        /// Name. A replacement without it resets it to "New List".
        name: Option<String>,
    }
    /// The source of a merge into a contact list.
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
        /// URL of the contact as a resource.
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
        /// URL of the contact as a resource.
        href: String,
    }
    /// A new contact, or a replacement: first and last name, and an email address or a phone number.
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
    /// Changes to a contact.
    ContactPatch {
        /// First name.
        first_name: Option<String>,
        /// Last name.
        last_name: Option<String>,
        /// Email address.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`.
        phone_number: Option<String>,
        /// Custom fields `1` to `6`; absent fields do not change, which is our choice.
        custom_fields: Option<BTreeMap<String, String>>,
    }
    /// New contacts.
    ContactsNew {
        /// The contacts.
        contacts: Vec<ContactNew>,
        /// Whether existing contacts are updated from the request; false if not given.
        update_existing: Option<bool>,
    }
    /// The contacts that were created and those that were not. The contents of the three arrays are our choice.
    ContactsAdded {
        /// Contacts that were created, or changed.
        succeeded: Vec<ContactRef>,
        /// Invalid addresses.
        invalids: Vec<String>,
        /// Contacts that existed already and were not changed.
        existing: Vec<ContactRef>,
    }
    /// A custom field that contacts can have.
    ContactField {
        /// `1` to `6`.
        id: Id,
        /// Label of the field; initially "Custom 1" and so on.
        label: String,
        /// URL of the field.
        href: String,
    }
    /// Changes to a custom field.
    ContactFieldPatch {
        /// Label of the field.
        label: String,
    }
}
