import type * as apiKeys from '../api/api-keys.ts'
import type { WordsFor } from './words.ts'

export const apiKeysWords: WordsFor<typeof apiKeys> = {
  listApiKeys: {
    summary: 'List the keys of the organisation',
    description: 'The newest first, with those that have ended or were revoked. No answer has a key itself.',
  },
  createApiKey: {
    summary: 'Make a key for a program',
    description:
      'The answer has the key, which cannot be read again. It works until the end of `ends_on`, where the organisation is, or without end. The permissions that its maker loses, it loses as well.',
    refusals: {
      409: 'The organisation has 20 active keys.',
      422: 'The caller does not have one of the `permissions`, or `ends_on` has passed.',
    },
  },
  rotateApiKey: {
    summary: 'Change the key of a program',
    description: 'The answer has the new key. The former one works for another 24 hours.',
    refusals: {
      409: 'The key has ended, or was revoked.',
    },
  },
  revokeApiKey: {
    summary: 'Revoke a key',
    description: 'It stops working with the next call.',
    refusals: {
      409: 'The key was revoked before.',
    },
  },
}
