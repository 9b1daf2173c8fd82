import { addDays, dayIn, startOfDay } from '#shared/rules/dates.ts'
import { type AccessRule, satisfiesRule } from '#shared/rules/permissions.ts'
import { withStorage } from '../browser/with-storage.ts'
import type { SignedInState } from './session-store.ts'

/**
 * The facts that the app last knew about the user of this browser. When the app is next loaded, it uses them to guess which data to
 * request before the session is known. The server decides about access.
 */
export interface LastKnownUser {
  user_id: string
  time_zone: string
  is_tenant_admin: boolean
  permissions: string[]
  /** How many deliveries needed attention; undefined if no page has read that number yet. */
  attention?: number
  /** The day in `time_zone` on which a page was last loaded. */
  day?: KnownDay
}

/** A day, `YYYY-MM-DD`, and the instants at which it begins and ends, in milliseconds since 1970. */
interface KnownDay {
  date: string
  start: number
  end: number
}

const isNow = ({ start, end }: KnownDay) => start <= Date.now() && Date.now() < end

function findDay(timeZone: string): KnownDay {
  const date = dayIn(timeZone, new Date())
  const [start, end] = [date, addDays(date, 1)].map((day) => startOfDay(timeZone, day).getTime())
  return { date, start: Number(start), end: Number(end) }
}

/**
 * Returns the present day in the user's time zone. If it is the day of the last time, the browser does not have to load its time
 * zones, which takes a slow phone 60 ms or more.
 */
export const todayOf = ({ time_zone, day }: LastKnownUser): string =>
  day && isNow(day) ? day.date : dayIn(time_zone, new Date())

/** Returns whether the user satisfied the rule when a page last read the permissions. */
export const wasPermitted = ({ permissions }: LastKnownUser, rule: AccessRule) =>
  satisfiesRule(new Set(permissions), rule)

const place = 'last-known'

type StoredFields<T> = { [field in keyof T]?: unknown }

/** Checks the stored value, because an older release may have stored it in another shape, or the user may have edited it. */
function isLastKnown(value: unknown): value is LastKnownUser {
  const { user_id, time_zone, is_tenant_admin, permissions, attention, day }: StoredFields<LastKnownUser> =
    Object(value)
  return (
    typeof user_id === 'string' &&
    typeof time_zone === 'string' &&
    typeof is_tenant_admin === 'boolean' &&
    Array.isArray(permissions) &&
    permissions.every((key) => typeof key === 'string') &&
    (attention === undefined || typeof attention === 'number') &&
    (day === undefined || isKnownDay(day))
  )
}

function isKnownDay(value: unknown): value is KnownDay {
  const { date, start, end }: StoredFields<KnownDay> = Object(value)
  return typeof date === 'string' && typeof start === 'number' && typeof end === 'number'
}

const write = (known: LastKnownUser) => withStorage(() => localStorage.setItem(place, JSON.stringify(known)), undefined)

export const lastKnownUserStore = {
  keep({ user, tenant: { time_zone }, permissions }: SignedInState) {
    const known = lastKnownUserStore.of(user.id)
    const day = known?.time_zone === time_zone ? known.day : undefined
    write({
      ...known,
      user_id: user.id,
      time_zone,
      is_tenant_admin: user.is_tenant_admin,
      permissions: Object.values(permissions).flat(),
      day: day && isNow(day) ? day : findDay(time_zone),
    })
  },

  keepAttention(userId: string, attention: number) {
    const known = lastKnownUserStore.of(userId)
    if (known && known.attention !== attention) write({ ...known, attention })
  },

  forget: () => withStorage(() => localStorage.removeItem(place), undefined),

  of: (userId: unknown): LastKnownUser | undefined =>
    withStorage(() => {
      const known: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
      return isLastKnown(known) && known.user_id === userId ? known : undefined
    }, undefined),
}
