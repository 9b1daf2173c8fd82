import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { closeSessionOf } from '../security/sessions.ts'

/** Ends the session: its access tokens too stop with the next call. */
export const logout: Operation<typeof auth.logout> = async ({ body }, { table, keys }) => {
  await closeSessionOf(table, keys, body.refresh_token)
}
