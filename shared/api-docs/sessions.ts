import type * as sessions from '../api/sessions.ts'
import type { AreaDocs } from './call-docs.ts'

export const sessionsDocs: AreaDocs<typeof sessions> = {
  listSessions: {
    summary: 'List the account’s sessions',
  },
  endOneSession: {
    summary: 'End one session',
    description: 'Ending the caller’s own session needs no confirmation of identity.',
  },
  endOtherSessions: {
    summary: 'End every other session',
  },
  readDeviceKey: {
    summary: 'Read the encryption key of a device',
    description:
      'The web app encrypts with it what it keeps for times without a network. `device` is an ID that the device has chosen for itself. Each user has a key of their own on each device; it is kept for 31 days after its last use.',
    refusals: { 429: 'The user has had 200 new keys this month.' },
  },
  changePassword: {
    summary: 'Change the caller’s password',
    refusals: {
      422: '`current_password` is wrong. `confirm_password` must repeat the password. `new_password` must not contain common words or patterns.',
      429: 'Too many wrong passwords; `Retry-After` says when the next one is accepted.',
    },
  },
}
