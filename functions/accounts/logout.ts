import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { findSessionOfToken } from '../security/sessions.ts'
import { endSession } from './end-session.ts'

/** Ends the session that a refresh token belongs to. Its access tokens stop working with the next request. */
export const logout: Operation<typeof auth.logout> = async ({ body, activity }, services) => {
  const session = await findSessionOfToken(services.table, services.keys, body.refresh_token)
  if (session) await endSession(activity, session, services)
}
