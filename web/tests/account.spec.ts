/** An account from its first name to its deletion, on a real server and with real mail. */
import { readFileSync } from "node:fs";
import { expect, Person, test } from "./fixtures";
import { MailServer } from "./mail_server";

const ADDRESS = "anna@example.org";
/** A refused request is noted in the console; the pages say so themselves. */
const REFUSED = /status of 4\d\d/;

test("an account: name, password, address, sessions, forgotten password, export, deletion", async ({ browser }) => {
  const mails = await MailServer.start();
  const server = await mails.serve();
  const people: Person[] = [];
  const arrive = async (): Promise<Person> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
    const person = new Person(await context.newPage(), context, server.url);
    people.push(person);
    await person.open("/me");
    return person;
  };
  const signedIn = (person: Person) => expect(person.page.getByText("Your account: anna")).toBeVisible();
  /** The sign-in form with the reason why it is shown. */
  const signedOut = async (person: Person, reason: string): Promise<void> => {
    await expect(person.page.getByText(reason)).toBeVisible();
    await expect(person.page.getByLabel("Account name")).toBeVisible();
    expect(await person.ask("GET", "/session")).toBe("null");
  };
  const signIn = async ({ page }: Person, password: string): Promise<void> => {
    await page.getByRole("button", { name: "Sign in" }).first().click();
    await page.getByLabel("Account name").fill("anna");
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  };

  const anna = await arrive();
  const { page } = anna;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  /** The sentence at a field: it belongs to the field for screen readers, too, and the field has the focus. */
  const wrong = async (label: string, sentence: string): Promise<void> => {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
  };

  await test.step("a guest creates an account; what is refused is said at its field", async () => {
    await page.getByLabel("Account name").fill("Anna!");
    await page.getByLabel("Password").fill("a long password");
    await button("Create an account").last().click();
    await wrong("Account name", "3 to 40 small letters");
    await page.getByLabel("Account name").fill("anna");
    await page.getByLabel("Password").fill("aaaaaaaa");
    await button("Create an account").last().click();
    await wrong("Password", "more than two different ones");
    await page.getByLabel("Password").fill("a long password");
    await page.keyboard.press("Enter");
    await signedIn(anna);
  });

  await test.step("the name", async () => {
    await page.getByLabel("Your name").fill("bot:hard");
    await button("Save").click();
    await wrong("Your name", "does not begin with");
    await page.getByLabel("Your name").fill("  Ａnna ");
    await button("Save").click();
    await expect(page.getByRole("heading", { level: 1, name: "Anna" })).toBeVisible();
  });

  await test.step("an address is confirmed by a click on the page behind the mailed link", async () => {
    await page.getByLabel("E-mail address").fill("anna");
    await page.getByLabel("Your password").fill("a long password");
    await button("Send the confirmation mail").click();
    await wrong("E-mail address", "not a complete e-mail address");
    await page.getByLabel("E-mail address").fill(ADDRESS);
    await page.getByLabel("Your password").fill("a wrong password");
    await button("Send the confirmation mail").click();
    await wrong("Your password", "The password is wrong");
    await page.getByLabel("Your password").fill("a long password");
    await button("Send the confirmation mail").click();
    await expect(page.getByText(`${ADDRESS} is not confirmed yet`)).toBeVisible();

    await button("Send the mail again").click();
    await page.getByLabel("Your password").fill("a long password");
    await button("Send the confirmation mail").click();
    const [, second] = await mails.links(ADDRESS, "/mail/confirm", 2);
    await page.goto(second!);
    await expect(page).toHaveURL(`${server.url}/mail/confirm`); // the secret is not kept in the history
    await page.reload();
    await button("Confirm the address").click();
    await expect(page.getByText(`${ADDRESS} is confirmed.`)).toBeVisible();
    await page.goto(second!);
    await button("Confirm the address").click();
    await expect(page.getByText("This link was already used")).toBeVisible();
    await anna.open("/me");
    await expect(page.getByText(`${ADDRESS} is confirmed.`)).toBeVisible();
    expect(await anna.faults()).toEqual([]);
  });

  const second = await arrive();
  await test.step("a changed password signs the second browser out", async () => {
    await signIn(second, "a wrong password");
    await expect(second.page.getByText("Name or password is wrong.")).toBeVisible();
    await signIn(second, "a long password");
    await signedIn(second);

    await button("Change the password").click();
    await expect(page.getByText("You will be signed out in all other browsers")).toBeVisible();
    await page.getByLabel("Old password").fill("a wrong password");
    await page.getByLabel("New password").fill("a second password");
    await button("Change the password").click();
    await wrong("Old password", "The password is wrong");
    await page.getByLabel("Old password").fill("a long password");
    await button("Change the password").click();
    await expect(page.getByText("You were signed out everywhere else.")).toBeVisible();
    await signedIn(anna);

    await second.page.getByLabel("Your name").fill("Eve");
    await second.page.getByRole("button", { name: "Save" }).click();
    await signedOut(second, "You were signed out. Sign in again.");
    await signIn(second, "a long password");
    await expect(second.page.getByText("Name or password is wrong.")).toBeVisible();
  });

  await test.step("a forgotten password is replaced by a mailed link, and the first browser is signed out", async () => {
    await second.page.getByRole("button", { name: "Forgot your password?" }).click();
    await second.page.getByLabel("Account name or e-mail address").fill(ADDRESS);
    await second.page.getByRole("button", { name: "Send me a link" }).click();
    await expect(second.page.getByText("we have sent a mail to it")).toBeVisible();
    const [link] = await mails.links(ADDRESS, "/password/reset", 1);
    await second.page.goto(link!);
    await second.page.getByLabel("New password").fill("short");
    await second.page.getByRole("button", { name: "Set the password" }).click();
    await expect(second.page.getByText("Choose another password")).toBeVisible();
    await second.page.getByLabel("New password").fill("a third password");
    await second.page.keyboard.press("Enter");
    await signedIn(second);
    await anna.open("/me");
    await expect(page.getByLabel("Account name")).toBeVisible();
  });

  await test.step("sessions are listed and ended, one or all", async () => {
    await signIn(anna, "a third password");
    await signedIn(anna);
    await second.open("/me");
    const other = second.page.locator("li", { hasNotText: "This browser" }).filter({ hasText: "Chrome" });
    await other.getByRole("button", { name: "Sign out" }).click();
    await expect(other).toHaveCount(0);
    await anna.open("/me");
    await signIn(anna, "a third password");
    await signedIn(anna);
    await button("Sign out everywhere").click();
    await signedOut(anna, "You are signed out everywhere.");
    await second.open("/me");
    expect(await second.ask("GET", "/session")).toBe("null");
  });

  await test.step("the link in each mail stops mail; the switch allows it again", async () => {
    const [stop] = await mails.links(ADDRESS, "/mail/stop", mails.mails.length);
    await page.goto(stop!);
    await button("No more mail to this address").click();
    await expect(button("Allow mail again")).toBeVisible();
    await anna.open("/me");
    await signIn(anna, "a third password");
    const turns = page.getByRole("switch", { name: "Tell me when it is my turn" });
    await expect(turns).not.toBeChecked();
    await turns.click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(turns).toBeChecked();
  });

  await test.step("own data can be downloaded", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("tafelrunde.json");
    const data = JSON.parse(readFileSync(await file.path(), "utf-8"));
    expect(data.person).toMatchObject({ name: "Anna", account: "anna", mail_confirmed: ADDRESS });
  });

  await test.step("a deleted account leaves the seat of a former player", async () => {
    const table = await anna.ask<{ id: string; invites: string[] }>("POST", "/tables", {
      game: "rise",
      players: 2,
      seats: ["me", "open"],
    });
    await second.ask("POST", "/session", { name: "Ben" });
    await second.ask("POST", `/tables/${table.id}/join`, { invite: table.invites[0] });

    await button("Delete my account").click();
    const sheet = page.getByRole("dialog", { name: "Delete my account" });
    await expect(sheet.getByText("Your seats remain as “former player”.")).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Delete for good" })).toBeDisabled();
    await sheet.getByLabel("I understand").check();
    await sheet.getByRole("button", { name: "Delete for good" }).click();
    await wrong("Your password", "Enter your password|The password is wrong");
    await sheet.getByLabel("Your password").fill("a third password");
    expect(await anna.faults()).toEqual([]);
    await sheet.getByRole("button", { name: "Delete for good" }).click();
    await signedOut(anna, "Your data was deleted.");
    await signIn(anna, "a third password");
    await expect(page.getByText("Name or password is wrong.")).toBeVisible();
    await second.open(`/t/${table.id}`);
    await expect(second.page.getByText("former player").first()).toBeVisible();
  });

  for (const { errors, context } of people) {
    expect(errors.filter((error) => !REFUSED.test(error))).toEqual([]);
    await context.close();
  }
  await server.stop();
  mails.stop();
});
