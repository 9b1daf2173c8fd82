import type { Json } from './json.ts'

const description = `
Carelane takes a medication from the pharmacy's counter to the patient's door. Its web app uses these calls and no others.

## Begin
\`login\` answers an access token and a refresh token. Send the first with every other call as \`Authorization: Bearer …\`. It holds for
15 minutes; \`refresh\` exchanges the second for a new pair. Each call looks at the stored user: a role that was taken away, or a user
who was deactivated, counts from the next call on.

## Keys
A program calls by a key that a tenant administrator makes under \`Integrations\`. Send it as \`Authorization: Bearer ck_…\`. It serves the
calls whose security names \`key\`; others answer 403. It may do what it was given, as long as who made it may do that too, and is named
\`Key: {name}\` in histories and in the activity. It has no run, completes nothing and signs nothing. Rotate it to change over without a
gap: the former key works for another 24 hours.

## Values
Bodies and answers are JSON in UTF-8. Ids are UUIDs, instants are in UTC (\`2026-11-23T14:05:00.000Z\`), days are \`YYYY-MM-DD\`. Money
is in dollars with at most two decimals. Answers can get more fields in later releases, and choices that are answered more values.

Blanks at both ends of a text are removed before its rules are applied, except in passwords, tokens, dates and ids. Lengths count UTF-16
code units. Half of a surrogate pair, escaped in JSON, is refused. Fields that a call does not know are ignored.

## Lists
A list is a JSON array. One with a \`cursor\` comes in pages: as long as more follows, the header \`Link\` has the address of the next.
Lists without one come whole.

## Changes
\`Idempotency-Key\` makes a repeat safe where a call takes it. \`If-Match\` refuses a change of something that somebody else has changed
meanwhile. A call that answers a refusal has changed nothing.

## Refusals
A refusal has a \`detail\` in words for people; 422 has one for each field. An id of another organisation is answered as an unknown one
is (404). A 500 has a \`request_id\`, which every other answer has in the header \`x-request-id\`. The gateway refuses some calls before
they reach us, with a \`message\` in place of a \`detail\`; the firewall answers 403 with a page.
`.trim()

/** The document's title, introduction and other general parts. */
export const about: Json = {
  info: {
    title: 'Carelane',
    version: '1',
    summary: 'Plan, assign, track and complete medication deliveries.',
    description,
    contact: { name: 'Carelane' },
    license: { name: 'All rights reserved', identifier: 'LicenseRef-Carelane' },
  },
  servers: [
    { url: '/', description: 'Where this document was read.' },
    { url: 'http://127.0.0.1:3000', description: 'The whole product on a laptop, by `npm start`.' },
  ],
}
