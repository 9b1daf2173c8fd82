import { addDays } from '#shared/rules/dates.ts'
import type { DayUsage } from '../data/entities/day-usage.ts'
import { monthOf } from '../data/entities/delivered-entry.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Table } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Services } from '../http/services.ts'
import { usageDayOf } from '../security/day-quotas.ts'

/** How many messages to recipients an organisation may send on a day, however few deliveries it completes. */
const leastBudget = 200

/** The messages for each completed delivery, and the days over which the completed deliveries are averaged. */
const perDelivery = 5
const averagedDays = 30

/** The refusal of a message for which the day's budget has nothing left. It never reaches a caller. */
export const budgetUsedUpError = () => new AppError('tooMany', 'The budget for messages is used up')

/**
 * Takes one message out of an organisation's budget for its day. Throws `usedUp` if nothing is left, and remembers that, so that the
 * list of what needs attention can say so. The budget is computed with the day's first message. Returns a function that gives the
 * message back to the same day if it was not sent.
 */
export async function takeFromBudget(services: Services, tenant: StoredTenant, usedUp: AppError) {
  const { table, now } = services
  const { day, key, expires_at_seconds } = usageDayOf(tenant, now())
  const message_budget = (await table.get(key))?.message_budget ?? (await computeBudget(table, tenant, day))
  const set = { day, message_budget, expires_at_seconds }
  const taken = update(
    key,
    { add: { messages: 1 }, set },
    { atMost: { messages: message_budget - 1 }, refused: () => usedUp },
  )
  await table.write(taken).catch(async (error: unknown) => {
    if (error === usedUp) await table.write(update(key, { add: { messages_held: 1 } }))
    throw error
  })
  const giveBack = () => table.write(update(key, { add: { messages: -1 } }))
  await reportLargeSender(services, tenant, { day, message_budget }).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  return giveBack
}

async function computeBudget(table: Table, { id }: StoredTenant, day: string): Promise<number> {
  const from = addDays(day, -averagedDays)
  const keys = keysOf(id)
  const months = [...new Set([monthOf(from), monthOf(day)])]
  const counts = await Promise.all(
    months.map(async (month) => {
      let count = 0
      for await (const page of table.queryPages(keys.delivered(month), { from, to: day })) count += page.length
      return count
    }),
  )
  const completed = counts.reduce((sum, count) => sum + count, 0)
  return Math.max(leastBudget, Math.ceil((perDelivery * completed) / averagedDays))
}

/** An organisation that sends more than this share of all messages of a day is reported, once there are enough of them. */
const largeShare = 0.2
const fewMessages = 500

/** Counts a message among all organisations' of this day, and logs once a day that an organisation sends a large share of them. */
async function reportLargeSender(
  { table, now, log }: Services,
  { id }: StoredTenant,
  { day }: Pick<DayUsage, 'day'> & { message_budget: number },
): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  const end = Math.floor(now().getTime() / 1000) + 2 * 86_400
  const all = await table.countTry(unscopedKeys.attempts('messages of all', today), end)
  if (all < fewMessages) return
  const { messages = 0 } = (await table.get(keysOf(id).dayUsage(day))) ?? {}
  if (messages <= all * largeShare) return
  const reports = await table.countTry(unscopedKeys.attempts('large sender', JSON.stringify([id, today])), end)
  if (reports === 1) log.warn('large sender', { tenant_id: id, messages, of: all })
}
