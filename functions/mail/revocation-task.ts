import type { StoredMembership } from '../data/entities/account.ts'
import type { StoredOutboxItem } from '../data/entities/mail.ts'
import type { Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { dueNow, mailWrite } from './outbox.ts'

/** A task to revoke the API keys and open invitations that a user made since a moment. */
export interface RevocationTask extends StoredOutboxItem {
  kind: 'revocation'
  tenant_id: string
  user_id: string
  since: string
}

const lookBackMs = 7 * 86_400_000

/** Returns the write of the task for what a user made in the last seven days. */
export function revocationTaskWrite(services: Services, { tenant_id, user_id }: StoredMembership): Write {
  const since = new Date(services.now().getTime() - lookBackMs).toISOString()
  const task: RevocationTask = { ...dueNow(services), kind: 'revocation', tenant_id, user_id, since }
  return mailWrite(task)
}
