import type * as apiKeys from '../api/api-keys.ts'
import type { AreaDocs } from './call-docs.ts'

export const apiKeysDocs: AreaDocs<typeof apiKeys> = {
  listApiKeys: {
    summary: 'List the keys of the organisation',
    description:
      'The newest first, including keys that have ended or were revoked. The list never contains the keys themselves.',
  },
  createApiKey: {
    summary: 'Make a key for a program',
    description:
      'The answer contains the key, which cannot be read again. The key works until the end of `ends_on` in the organisation’s time zone, or forever if that is empty. If the person who made the key loses a permission, the key loses it, too.',
    refusals: {
      409: 'The organisation has 20 active keys.',
      422: 'The caller does not have one of the `permissions`, or `ends_on` has passed.',
    },
  },
  rotateApiKey: {
    summary: 'Change the key of a program',
    description: 'The answer contains the new key. The old one works for another 24 hours.',
    refusals: {
      409: 'The key has ended, or was revoked.',
    },
  },
  revokeApiKey: {
    summary: 'Revoke a key',
    description: 'The key stops working at once.',
    refusals: {
      409: 'The key has already been revoked.',
    },
  },
}
