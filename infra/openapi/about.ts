import type { Json } from './json.ts'

const description = `
Carelane takes a medication from the pharmacy's counter to the patient's door. This is all that its web app can do, for programs.
`.trim()

/** What the document says before its calls. */
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
