import { addDays, dayIn } from '#shared/rules/dates.ts'
import { plannedNoticeTime } from '#shared/rules/notices.ts'
import type { StoredOutboxItem } from '../data/entities/mail.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from './outbox.ts'

interface StoredTask extends StoredOutboxItem {
  tenant_id: string
}

/**
 * A task to decide whether a delivery's recipient gets a notice, and which. `cause` says why: the delivery was planned, went out,
 * is done, or is at the run's next stop; or the recipient had asked for another day, and the planned one is `confirmed`. `ended`
 * says that the delivery is no longer on its way; the worker replaces this task by one with the cause `done` for the same delivery,
 * and by one with the cause `next` for each door of the run's next stop.
 */
export interface RecipientNoticeTask extends StoredTask {
  kind: 'recipient'
  cause: 'planned' | 'confirmed' | 'out' | 'ended' | 'done' | 'next'
  delivery_id: string
  /** If the delivery moved: the day and place of its door before, and whether the recipient had asked for another day. */
  from?: { date: string; place: string; was_asked: boolean }
}

/**
 * A task that turns a day's deliveries into notices to their recipients. A worker handles some of them and writes the task again
 * for the rest of the day, and then for the next day.
 */
export interface PlanningTask extends StoredTask {
  kind: 'planning'
  date: string
  /** The progress: the status that is being read, and the sort key after which to continue. */
  after?: { status: 'pending' | 'unassigned' | 'assigned'; row: string }
}

/** A task about notices to recipients. These people have no accounts. */
export type RecipientTask = RecipientNoticeTask | PlanningTask

type RecipientCause = Pick<RecipientNoticeTask, 'tenant_id' | 'cause' | 'delivery_id' | 'from'>

/**
 * Returns the write for the outbox item that may lead to a notice to a delivery's recipient. Add it to the transaction of the
 * cause. The item is due at `at`.
 */
export const recipientNoticeTaskWrite = ({ newId }: Pick<Services, 'newId'>, cause: RecipientCause, at: Date): Write =>
  mailWrite({ ...cause, ...dueAt(at), kind: 'recipient', id: newId() })

const dueAt = (at: Date) => ({ due_at: at.toISOString(), waiting_since: at.toISOString(), refusals: 0 })

/**
 * Makes the outbox item for the task that plans a day's notices to recipients. Its id is the organisation's id, so that a task
 * which is written several times before it is due stays a single task.
 */
export function newPlanningTask(tenant: Pick<StoredTenant, 'id' | 'time_zone'>, date: string, now: Date): PlanningTask {
  const planned = plannedNoticeTime(tenant.time_zone, date)
  return { ...dueAt(planned > now ? planned : now), kind: 'planning', id: tenant.id, tenant_id: tenant.id, date }
}

/**
 * Returns the write that starts the planning of an organisation's notices to recipients, beginning with those for tomorrow. Add it
 * to the transaction that switches these notices on.
 */
export const planningTaskWrite = (tenant: Pick<StoredTenant, 'id' | 'time_zone'>, now: Date): Write =>
  mailWrite(newPlanningTask(tenant, addDays(dayIn(tenant.time_zone, now), 1), now))
