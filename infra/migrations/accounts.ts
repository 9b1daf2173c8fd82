import { bringOver } from '#functions/data/first-release-accounts.ts'
import type { Migration } from './migration.ts'

/** The users of the first release become accounts, or wait for their mail to be answered: as when somebody asks for their address. */
export const accounts: Migration = {
  name: '2026-11-22-accounts',
  says: 'Users of the first release become accounts with memberships',
  async change(table, { pk, email, tenant_id, user_id, expires_at_seconds }) {
    if (!pk.startsWith('EMAIL#') || typeof user_id !== 'string') return false
    const end = typeof expires_at_seconds === 'number' ? { expires_at_seconds } : {}
    await bringOver(table, { email: String(email), tenant_id: String(tenant_id), user_id, ...end })
    return true
  },
}
