import { addDays, dayIn } from '#shared/rules/dates.ts'
import { planningAt } from '#shared/rules/notices.ts'
import type { PlanningMail, RecipientMail } from '../data/entities/mail.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from './outbox.ts'

type RecipientCause = Pick<RecipientMail, 'tenant_id' | 'cause' | 'delivery_id'>

/** Belongs into the transaction of what became of a delivery. `at`: when it is due. */
export const recipientWrite = ({ newId }: Pick<Services, 'newId'>, told: RecipientCause, at: Date): Write =>
  mailWrite({ ...told, ...dueAt(at), kind: 'recipient', id: newId() })

const dueAt = (at: Date) => ({ due_at: at.toISOString(), waiting_since: at.toISOString(), refusals: 0 })

/** The planning of a day. Its id is the organisation's, so that there is one of a day, however often it is begun. */
export function planningOf(tenant: Pick<StoredTenant, 'id' | 'time_zone'>, date: string, now: Date): PlanningMail {
  const planned = planningAt(tenant.time_zone, date)
  return { ...dueAt(planned > now ? planned : now), kind: 'planning', id: tenant.id, tenant_id: tenant.id, date }
}

/** Belongs into the write by which an organisation begins to tell recipients anything: the first planning is that of tomorrow. */
export const planningWrite = (tenant: Pick<StoredTenant, 'id' | 'time_zone'>, now: Date): Write =>
  mailWrite(planningOf(tenant, addDays(dayIn(tenant.time_zone, now), 1), now))
