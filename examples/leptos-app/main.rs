//! The entry of the Leptos app: it mounts the component into the page.

mod app;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
