import * as z from 'zod/mini'
import { passwordChange } from '../model/account-forms.ts'
import { signedInSession } from '../model/factors.ts'
import { requiredText } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

/** Lists the valid sessions of the caller's account, in all organisations. The most recently used comes first. */
export const listSessions = entry({
  method: 'GET',
  path: pageFirstPaths.sessions,
  access: 'signedIn',
  event: 'none',
  answer: lazy(() => z.array(signedInSession())),
  success: 200,
})

export const endOneSession = entry({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'signedIn',
  confirmed: 'sometimes',
  event: 'session.ended',
  subject: 'Session',
  success: 204,
})

/** Ends all sessions of the account except the caller's. */
export const endOtherSessions = entry({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  access: 'signedIn',
  confirmed: true,
  event: 'session.ended',
  success: 204,
})

/** Changes the password, and ends all sessions of the account except the caller's. */
export const changePassword = entry({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'signedIn',
  event: 'account.password_changed',
  body: passwordChange,
  success: 204,
})

/**
 * Returns the key with which a browser encrypts what it keeps of the caller for times without a network: one for each user and
 * device. `device` is an id that the browser has chosen for itself.
 */
export const readDeviceKey = entry({
  method: 'POST',
  path: '/api/auth/device-key',
  access: 'signedIn',
  event: 'none',
  body: lazy(() => z.object({ device: requiredText('Device is required', 64) })),
  /** 32 bytes, base64url. */
  answer: lazy(() => z.object({ key: z.string() })),
  success: 200,
})
