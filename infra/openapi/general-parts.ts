import type { JsonObject } from './json.ts'

const description = `
Carelane brings medications from the pharmacy's counter to the patient's door. Its web app uses only these calls.

## Get started
\`login\` returns an access token and a refresh token. Send the access token with every other call as \`Authorization: Bearer …\`. It is
valid for 15 minutes; \`refresh\` exchanges the refresh token for a new pair. Each call reads the stored user, so a removed role or a
deactivated user takes effect with the next call.

## Keys
Programs call the API with a key that a tenant administrator creates under \`Integrations\`. Send it as \`Authorization: Bearer ck_…\`. A
key works for the calls whose security lists \`key\`; all others return 403. It has the permissions it was given, as long as the person who
created it still has them. Histories and the activity log show it as \`Key: {name}\`. A key has no run, and it can neither complete a
delivery nor sign. Rotate a key to replace it without a gap: the old key works for another 24 hours.

## Values
Request and response bodies are JSON in UTF-8. IDs are UUIDs, instants are in UTC (\`2026-11-23T14:05:00.000Z\`), days are \`YYYY-MM-DD\`.
Money is in dollars with at most two decimals. Later releases may add fields to responses, and values to enumerations in responses.

Leading and trailing spaces are trimmed before validation, except in passwords, tokens, dates and IDs. Lengths count UTF-16 code units.
Unpaired surrogates, even escaped in JSON, are rejected. Unknown fields are ignored.

## Lists
A list is a JSON array. A call with a \`cursor\` returns pages: the header \`Link\` contains the address of the next page, and the last page
has none. A call without a \`cursor\` returns the whole list.

## Changes
If a call accepts \`Idempotency-Key\`, the header makes it safe to repeat the call. With \`If-Match\`, a change is refused if someone else
has changed the same thing in the meantime. A call that is refused has changed nothing.

## Errors
An error response has a human-readable \`detail\`; a 422 has one for each field. An ID from another organization gets the same response as an
unknown ID (404). A 500 has a \`request_id\`; all other responses have it in the header \`x-request-id\`. The gateway refuses some calls
before they reach us, with a \`message\` instead of a \`detail\`. The firewall returns 403 with an HTML page.
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
    { url: '/', description: 'The server that served this document.' },
    { url: 'http://127.0.0.1:3000', description: 'A local instance, started with `npm start`.' },
  ],
}
