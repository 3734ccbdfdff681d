//! TABLE. Contacts, contact lists, and the fields that contacts can have. Heading "Scopes".

use super::query::{Paging, SortOrder};
use crate::spec::resources::contacts::{
    Contact, ContactField, ContactFieldPatch, ContactList, ContactListMerge, ContactListNew, ContactListPatch,
    ContactNew, ContactPatch, ContactRef, ContactsAdded, ContactsNew,
};
use crate::spec::types::List;

choices! {
    /// Whether mail may be sent to a contact.
    ContactStatus {
        Active "active",
        /// The person has opted out.
        Optout "optout",
        /// Mail to the address bounced.
        Bounced "bounced",
    }
    /// A field by which contacts are sorted or searched.
    ContactSort {
        Email "email",
        FirstName "first_name",
        LastName "last_name",
        Custom1 "1",
        Custom2 "2",
        Custom3 "3",
        Custom4 "4",
        Custom5 "5",
        Custom6 "6",
    }
}

queries! {
    /// Filter and order of a list of contacts.
    ContactFilter {
        /// Only contacts of this status; `active` if not given.
        status: Option<ContactStatus>,
        /// What to sort by; `email` if not given.
        sort_by: Option<ContactSort>,
        /// Direction; ascending if not given, which is our choice.
        sort_order: Option<SortOrder>,
        /// The field to search; `email` if not given, which is our choice.
        search_by: Option<ContactSort>,
        /// Only contacts whose field contains this text.
        search: Option<String>,
    }
}

macro_rules! contacts {
    ($then:ident) => { $then! {
        /// Lists the contact lists.
        GET "/v3/contact_lists" ListContactLists() as "contact_lists.list"
            query(Paging) needs(ContactsRead) -> 200 List<ContactList>;
        /// Creates a contact list. The status 201 is our choice.
        POST "/v3/contact_lists" CreateContactList() as "contact_lists.create"
            body(ContactListNew) needs(ContactsWrite) -> 201 ContactList;
        /// Returns a contact list.
        GET "/v3/contact_lists/{contact_list_id}" GetContactList(contact_list_id) as "contact_lists.get"
            needs(ContactsRead) -> 200 ContactList;
        /// Renames a contact list.
        PATCH "/v3/contact_lists/{contact_list_id}" UpdateContactList(contact_list_id) as "contact_lists.update"
            body(ContactListPatch) needs(ContactsWrite) -> 200 ContactList;
        /// Replaces the name of a contact list.
        PUT "/v3/contact_lists/{contact_list_id}" ReplaceContactList(contact_list_id) as "contact_lists.replace"
            body(ContactListPatch) needs(ContactsWrite) -> 200 ContactList;
        /// Deletes a contact list; its contacts stay. That it is returned is our choice.
        DELETE "/v3/contact_lists/{contact_list_id}" DeleteContactList(contact_list_id) as "contact_lists.delete"
            needs(ContactsWrite) -> 200 ContactList;
        /// Copies a contact list and returns the copy, whose name begins with "Copy of". The status 201 is our choice.
        POST "/v3/contact_lists/{contact_list_id}/copy" CopyContactList(contact_list_id) as "contact_lists.copy"
            needs(ContactsWrite) -> 201 ContactList;
        /// Copies the contacts of another list into a contact list, and returns the latter.
        POST "/v3/contact_lists/{contact_list_id}/merge" MergeContactList(contact_list_id) as "contact_lists.merge"
            body(ContactListMerge) needs(ContactsWrite) -> 200 ContactList;
        /// Lists the contacts of a contact list.
        GET "/v3/contact_lists/{contact_list_id}/contacts" ListContactsOfList(contact_list_id)
            as "contact_lists.contacts.list"
            query(Paging, ContactFilter) needs(ContactsRead) -> 200 List<ContactRef>;
        /// Creates a contact in a contact list. The status 201 is our choice.
        POST "/v3/contact_lists/{contact_list_id}/contacts" CreateContactInList(contact_list_id)
            as "contact_lists.contacts.create"
            body(ContactNew) needs(ContactsWrite) -> 201 Contact;
        /// Lists the contacts of a contact list with their custom fields.
        GET "/v3/contact_lists/{contact_list_id}/contacts/bulk" BulkContactsOfList(contact_list_id)
            as "contact_lists.contacts.bulk"
            query(Paging, ContactFilter) needs(ContactsRead) -> 200 List<Contact>;
        /// Creates contacts in a contact list. The status is 200 even if some contacts are not created, which is our
        /// choice.
        POST "/v3/contact_lists/{contact_list_id}/contacts/bulk" CreateContactsInList(contact_list_id)
            as "contact_lists.contacts.create_bulk"
            body(ContactsNew) needs(ContactsWrite) -> 200 ContactsAdded;
        /// Lists the contacts.
        GET "/v3/contacts" ListContacts() as "contacts.list"
            query(Paging, ContactFilter) needs(ContactsRead) -> 200 List<ContactRef>;
        /// Creates a contact. The status 201 is our choice.
        POST "/v3/contacts" CreateContact() as "contacts.create"
            body(ContactNew) needs(ContactsWrite) -> 201 Contact;
        /// Lists the contacts with their custom fields.
        GET "/v3/contacts/bulk" BulkContacts() as "contacts.bulk"
            query(Paging, ContactFilter) needs(ContactsRead) -> 200 List<Contact>;
        /// Creates contacts. The status is 200 even if some contacts are not created, which is our choice.
        POST "/v3/contacts/bulk" CreateContacts() as "contacts.create_bulk"
            body(ContactsNew) needs(ContactsWrite) -> 200 ContactsAdded;
        /// Returns a contact.
        GET "/v3/contacts/{contact_id}" GetContact(contact_id) as "contacts.get"
            needs(ContactsRead) -> 200 Contact;
        /// Changes a contact.
        PATCH "/v3/contacts/{contact_id}" UpdateContact(contact_id) as "contacts.update"
            body(ContactPatch) needs(ContactsWrite) -> 200 Contact;
        /// Replaces a contact.
        PUT "/v3/contacts/{contact_id}" ReplaceContact(contact_id) as "contacts.replace"
            body(ContactNew) needs(ContactsWrite) -> 200 Contact;
        /// Deletes a contact from every list. That it is returned is our choice.
        DELETE "/v3/contacts/{contact_id}" DeleteContact(contact_id) as "contacts.delete"
            needs(ContactsWrite) -> 200 Contact;
        /// Lists the six custom fields of contacts.
        GET "/v3/contact_fields" ListContactFields() as "contact_fields.list"
            query(Paging) needs(ContactsRead) -> 200 List<ContactField>;
        /// Returns a custom field of contacts.
        GET "/v3/contact_fields/{contact_field_id}" GetContactField(contact_field_id) as "contact_fields.get"
            needs(ContactsRead) -> 200 ContactField;
        /// Renames a custom field of contacts.
        PATCH "/v3/contact_fields/{contact_field_id}" UpdateContactField(contact_field_id) as "contact_fields.update"
            body(ContactFieldPatch) needs(ContactsWrite) -> 200 ContactField;
    } };
}
contacts!(endpoints);
