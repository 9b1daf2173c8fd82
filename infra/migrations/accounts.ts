import { findOwner } from '#functions/data/accounts.ts'
import type { Migration } from './migration.ts'

/** What happens to a user of the first release when somebody asks for their address happens to all of them. */
export const accounts: Migration = {
  name: '2026-11-22-accounts',
  says: 'Users of the first release become accounts with memberships',
  async change(table, { pk, email, user_id }) {
    if (!pk.startsWith('EMAIL#') || user_id === undefined) return false
    await findOwner(table, String(email))
    return true
  },
}
