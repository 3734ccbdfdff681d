// What a person does on the service's sign-in and consent pages.

/** Signs in and decides, in a page or in a popup. */
export async function consent(page, { email, password }, decision = "allow") {
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.click(`button[name=decision][value=${decision}]`);
}
