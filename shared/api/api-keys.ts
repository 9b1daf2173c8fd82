import * as z from 'zod/mini'
import { apiKey, apiKeyForm, newApiKey } from '../model/api-key.ts'
import { lazy } from '../model/lazy.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

export const listApiKeys = entry({
  method: 'GET',
  path: pageFirstPaths.apiKeys,
  access: 'tenantAdmin',
  event: 'none',
  answer: lazy(() => z.array(apiKey())),
  success: 200,
})

export const createApiKey = entry({
  method: 'POST',
  path: '/api/keys',
  access: 'tenantAdmin',
  confirmed: true,
  event: 'key.created',
  body: apiKeyForm,
  answer: newApiKey,
  success: 201,
})

/** Replaces the secret of a key. The old secret works for another day, so that the program that uses it can be changed. */
export const rotateApiKey = entry({
  method: 'POST',
  path: '/api/keys/{id}/rotate',
  access: 'tenantAdmin',
  confirmed: true,
  event: 'key.rotated',
  subject: 'Key',
  answer: newApiKey,
  success: 200,
})

export const revokeApiKey = entry({
  method: 'DELETE',
  path: '/api/keys/{id}',
  access: 'tenantAdmin',
  event: 'key.revoked',
  subject: 'Key',
  success: 204,
})
