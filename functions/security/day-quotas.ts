import { dayIn, endOfDay } from '#shared/rules/dates.ts'
import type { DayUsage } from '../data/entities/day-usage.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'
import { update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'

/** How much of something one organisation may use on a day before it is verified, and what the refusal calls it. */
const quotas = {
  rows: { times: 20_000, noun: 'new deliveries and patients' },
  prescriptions: { times: 60_000, noun: 'new prescriptions' },
  exports: { times: 3, noun: 'exports of all data' },
  // As many as new deliveries, so that each delivery of a day can be sealed once.
  seals: { times: 20_000, noun: 'new seals of proofs' },
  verification_requests: { times: 1, noun: 'request for verification', isFixed: true },
} as const satisfies Readonly<Record<string, { times: number; noun: string; isFixed?: true }>>

type DayQuota = keyof typeof quotas

/** The quotas that an operator can change for an organisation. */
export const changeableQuotas = ['rows', 'prescriptions', 'exports', 'seals'] as const

export type ChangeableQuota = (typeof changeableQuotas)[number]

export const isChangeable = (what: string): what is ChangeableQuota => changeableQuotas.some((one) => one === what)

const timesVerified = 10

/** Returns how much of something an organisation may use on a day. A verified organisation may use ten times as much. */
function quotaOf({ verified_at, limits }: StoredTenant, what: DayQuota): number {
  const { times, ...quota } = quotas[what]
  if ('isFixed' in quota) return times
  return (isChangeable(what) ? limits?.[what] : undefined) ?? times * (verified_at === undefined ? 1 : timesVerified)
}

/** How long the usage of a day is kept after it, in seconds. */
const lifetimeSeconds = 40 * 86_400

/** Returns the day of an organisation at this moment, its key, and its end. Clocks may change on that day. */
export function usageDayOf({ id, time_zone }: Pick<StoredTenant, 'id' | 'time_zone'>, now: Date) {
  const day = dayIn(time_zone, now)
  const end = endOfDay(time_zone, day)
  return {
    day,
    end,
    key: keysOf(id).dayUsage(day),
    expires_at_seconds: Math.floor(end.getTime() / 1000) + lifetimeSeconds,
  }
}

type Counts = Partial<Record<DayQuota, number>>

/**
 * Returns the write that counts what a call of an organisation uses. It fails with a 429 if any quota of the day would be exceeded;
 * then nothing is counted. Throws that 429 at once if the call uses more than a whole day's quota, because on a day without any use
 * there is nothing to compare with.
 */
export function dayQuotaWrite(tenant: StoredTenant, counts: Counts, now: Date): Write {
  const { day, key, end, expires_at_seconds } = usageDayOf(tenant, now)
  const names = Object.keys(counts).filter(isQuota)
  const left = (name: DayQuota) => quotaOf(tenant, name) - (counts[name] ?? 0)
  if (names.some((name) => left(name) < 0)) throw refusalOf(tenant, counts, { used: undefined, end, now })
  return update(
    key,
    { add: counts, set: { day, expires_at_seconds } },
    {
      atMost: Object.fromEntries(names.map((name) => [name, left(name)])),
      refused: (found) => refusalOf(tenant, counts, { used: found, end, now }),
    },
  )
}

/** Counts what a call of an organisation uses. Throws a 429 if any quota of the day would be exceeded; then nothing is counted. */
export async function countInDayOrRefuse(
  table: Table,
  now: Date,
  { tenant, counts }: { tenant: StoredTenant; counts: Counts },
): Promise<void> {
  await table.write(dayQuotaWrite(tenant, counts, now))
}

/**
 * Counts a delivery or patient that is created by itself, as rows of an import are counted. A verified organisation has no use for
 * this count, and does not pay for it. Throws a 429 if an unverified one has reached its limit of the day.
 */
export async function countCreatedOrRefuse(
  { table, now }: { table: Table; now: () => Date },
  tenant: StoredTenant,
  prescriptions: number,
): Promise<void> {
  if (tenant.verified_at !== undefined) return
  const counts = { rows: 1, ...(prescriptions > 0 && { prescriptions }) }
  await countInDayOrRefuse(table, now(), { tenant, counts })
}

const isQuota = (name: string): name is DayQuota => Object.hasOwn(quotas, name)

interface Refused {
  used: Partial<DayUsage> | undefined
  end: Date
  now: Date
}

function refusalOf(tenant: StoredTenant, counts: Counts, { used, end, now }: Refused): AppError {
  const names = Object.keys(counts).filter(isQuota)
  const isFull = (name: DayQuota) => (used?.[name] ?? 0) + (counts[name] ?? 0) > quotaOf(tenant, name)
  const name = names.find(isFull) ?? names[0] ?? 'rows'
  const retryAfterSeconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
  const limit = quotaOf(tenant, name).toLocaleString('en-US')
  return new AppError(
    'tooMany',
    `Your organization’s limit is ${limit} ${quotas[name].noun} a day. Try again tomorrow.`,
    {
      retryAfterSeconds,
    },
  )
}
