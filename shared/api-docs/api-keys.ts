import type * as apiKeys from '../api/api-keys.ts'
import type { AreaDocs } from './call-docs.ts'

export const apiKeysDocs: AreaDocs<typeof apiKeys> = {
  listApiKeys: {
    summary: 'List API keys',
    description: 'Newest first, including expired and revoked keys. The list never contains the keys themselves.',
  },
  createApiKey: {
    summary: 'Create an API key',
    description:
      'The response contains the key, which cannot be read again. The key works until the end of `ends_on` in the organization’s time zone, which is at most 366 days from today. All administrators get an email about the new key, and another one two weeks before its end. If the person who created the key loses a permission, so does the key.',
    refusals: {
      409: 'The organization has 20 active keys.',
      422: 'The caller does not have one of the `permissions`, or `ends_on` has passed or is too far ahead.',
    },
  },
  rotateApiKey: {
    summary: 'Rotate an API key',
    description:
      'The response contains the new key. The old one works for another 24 hours. All administrators get an email.',
    refusals: {
      409: 'The key has expired or was revoked.',
    },
  },
  revokeApiKey: {
    summary: 'Revoke an API key',
    description: 'The key stops working immediately.',
    refusals: {
      409: 'The key has already been revoked.',
    },
  },
}
