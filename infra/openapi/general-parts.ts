import type { JsonObject } from './json.ts'

const description = `
Carelane brings medications from the pharmacy's counter to the patient's door. Its web app uses these calls and no others.

## Begin
\`login\` returns an access token and a refresh token. Send the access token with every other call as \`Authorization: Bearer …\`. It is
valid for 15 minutes; \`refresh\` exchanges the refresh token for a new pair. Each call reads the stored user, so a removed role or a
deactivated user takes effect with the next call.

## Keys
A program calls with a key that a tenant administrator makes under \`Integrations\`. Send it as \`Authorization: Bearer ck_…\`. A key works
for the calls whose security names \`key\`; all others answer 403. It has the permissions that were given to it, as long as the person who
made it has them too. Histories and the activity log show it as \`Key: {name}\`. A key has no run, and it can neither complete a delivery
nor sign. Rotate a key to replace it without a gap: the former key works for another 24 hours.

## Values
Request and response bodies are JSON in UTF-8. Ids are UUIDs, instants are in UTC (\`2026-11-23T14:05:00.000Z\`), days are \`YYYY-MM-DD\`.
Money is in dollars with at most two decimals. Later releases may add fields to responses, and values to enumerations in responses.

Blanks at both ends of a text are removed before its rules are applied, except in passwords, tokens, dates and ids. Lengths count UTF-16
code units. An unpaired surrogate, escaped in JSON, is refused. Fields that a call does not know are ignored.

## Lists
A list is a JSON array. A call with a \`cursor\` returns pages: the header \`Link\` contains the address of the next page, and the last
page has none. A call without a \`cursor\` returns the whole list.

## Changes
If a call accepts \`Idempotency-Key\`, the header makes it safe to repeat the call. With \`If-Match\`, a change is refused if somebody else
has changed the same thing in the meantime. A call that is refused has changed nothing.

## Refusals
The response to a refused call has a \`detail\` that people can read; a 422 has one for each field. An id of another organisation gets the
same response as an unknown id (404). A 500 has a \`request_id\`; all other responses have it in the header \`x-request-id\`. The gateway
refuses some calls before they reach us, with a \`message\` instead of a \`detail\`. The firewall answers 403 with an HTML page.
`.trim()

/** The document's title, introduction and other general parts. */
export const generalDocumentParts: JsonObject = {
  info: {
    title: 'Carelane',
    version: '1',
    summary: 'Plan, assign, track and complete medication deliveries.',
    description,
    contact: { name: 'Carelane' },
    license: { name: 'All rights reserved', identifier: 'LicenseRef-Carelane' },
  },
  servers: [
    { url: '/', description: 'The server from which this document was read.' },
    { url: 'http://127.0.0.1:3000', description: 'The whole product on a laptop, started with `npm start`.' },
  ],
}
