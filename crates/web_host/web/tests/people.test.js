import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: { documentElement: { lang: "en" } }, location: { search: "" } });
const { addMessages } = await import("../i18n.js");
const { people } = await import("../messages/en.people.js");
const { faultyField } = await import("../pages/account/fields.js");
const { nextPath } = await import("../pages/account/log_in.js");
const { agoText, changeText, dateText, ratingText, winRate } = await import("../pages/people/format.js");
const { dayStart, pageQuery, readFilters, requestQuery } = await import("../pages/history/query.js");
const { axisLines, pointPlaces } = await import("../pages/player/graph_scale.js");
addMessages(people);

test("a rating has its deviation, and a question mark while it is provisional", () => {
  assert.equal(ratingText({ rating: 1580, deviation: 110 }), "1580 ± 110");
  assert.equal(ratingText({ rating: 1579.6, deviation: 110.4 }), "1580? ± 110");
  assert.deepEqual([12, -7, 0].map(changeText), ["+12", "−7", "±0"]);
});

test("dates and ages", () => {
  const now = new Date(2026, 4, 3, 12).getTime();
  assert.equal(dateText(now), "3 May 2026");
  assert.equal(agoText(now - 20_000, now), "just now");
  assert.equal(agoText(now + 5000, now), "just now");
  assert.equal(agoText(now - 5 * 60_000, now), "5 minutes ago");
  assert.equal(agoText(now - 26 * 3_600_000, now), "yesterday");
});

test("the share of games won", () => {
  assert.equal(winRate({ games: 3, wins: 2, draws: 0, losses: 1 }), "67 %");
  assert.equal(winRate({ games: 0, wins: 0, draws: 0, losses: 0 }), "");
});

test("an error of the server belongs to a field", () => {
  assert.equal(faultyField({ status: 409, message: "this name is taken; choose another one" }), "name");
  assert.equal(faultyField({ status: 409, message: "you are already logged in; log out first" }), null);
  assert.equal(faultyField({ status: 422, message: "cannot use this name: use 2 to 24 letters, digits, - or _" }), "name");
  assert.equal(faultyField({ status: 422, message: "cannot use this password: use at least 8 characters" }), "password");
  assert.equal(faultyField({ status: 401, message: "the name or the password is wrong" }), "password");
  assert.equal(faultyField({ status: 429, message: "too many attempts; try again in 20 seconds" }), null);
});

test("filters are in the address of the page, and days become times of the request", () => {
  const none = readFilters("");
  assert.equal(pageQuery(none) + requestQuery(none), "");
  const filters = readFilters("?player=*&game=halma&since=2026-05-03&until=2026-05-03&opponent=%20omid%20&other=1");
  assert.equal(pageQuery(filters), "?player=*&game=halma&opponent=omid&since=2026-05-03&until=2026-05-03");
  const query = new URLSearchParams(requestQuery(filters, "17-abc"));
  const day = new Date(2026, 4, 3).getTime();
  assert.equal(query.get("since"), String(day));
  assert.equal(query.get("until"), String(new Date(2026, 4, 4).getTime()));
  assert.equal(query.get("after"), "17-abc");
  assert.equal(dayStart("yesterday"), null);
  assert.equal(requestQuery({ ...none, since: "soon" }), "");
});

test("the lines of the rating axis cover all values", () => {
  assert.deepEqual(axisLines(1485, 1610), [1450, 1500, 1550, 1600, 1650]);
  assert.deepEqual(axisLines(1200, 1950), [1200, 1400, 1600, 1800, 2000]);
  for (let low = 0; low < 3000; low += 37) {
    for (const span of [0, 1, 30, 333, 2900]) {
      const lines = axisLines(low, low + span);
      assert.ok(lines[0] <= low && lines[lines.length - 1] >= low + span && lines.length > 1 && lines.length <= 7, `${low} ${span}: ${lines}`);
    }
  }
});

test("points of the graph are evenly spaced", () => {
  assert.deepEqual(pointPlaces(1, 0, 100), [50]);
  assert.deepEqual(pointPlaces(3, 0, 100), [0, 50, 100]);
});

test("after a log-in only pages of this app are opened", () => {
  assert.equal(nextPath("/new/halma?setting.Size=8"), "/new/halma?setting.Size=8");
  for (const next of [null, "", "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"]) assert.equal(nextPath(next), "/");
});
