import { type AccessRule, satisfiesRule } from '#shared/rules/permissions.ts'
import { withStorage } from '../browser/with-storage.ts'
import type { SignedInState } from './session-store.ts'

/**
 * What a page last knew about this browser's user. The next page uses it to guess which data to request; access itself is decided
 * by the server.
 */
export interface LastKnownUser {
  user_id: string
  time_zone: string
  is_tenant_admin: boolean
  permissions: string[]
  /** How many deliveries needed attention, if a page has read that. */
  attention?: number
}

/** Returns whether the user satisfied the rule when a page last read the permissions. */
export const wasPermitted = ({ permissions }: LastKnownUser, rule: AccessRule) =>
  satisfiesRule(new Set(permissions), rule)

const place = 'last-known'

/** Check the stored value, because an older release may have stored it, or the user may have edited it. */
function isLastKnown(value: unknown): value is LastKnownUser {
  const { user_id, time_zone, is_tenant_admin, permissions, attention }: { [field in keyof LastKnownUser]?: unknown } =
    Object(value)
  return (
    typeof user_id === 'string' &&
    typeof time_zone === 'string' &&
    typeof is_tenant_admin === 'boolean' &&
    Array.isArray(permissions) &&
    permissions.every((key) => typeof key === 'string') &&
    (attention === undefined || typeof attention === 'number')
  )
}

const write = (known: LastKnownUser) => withStorage(() => localStorage.setItem(place, JSON.stringify(known)), undefined)

export const lastKnown = {
  keep: ({ user, tenant, permissions }: SignedInState) =>
    write({
      ...lastKnown.of(user.id),
      user_id: user.id,
      time_zone: tenant.time_zone,
      is_tenant_admin: user.is_tenant_admin,
      permissions: Object.values(permissions).flat(),
    }),

  keepAttention(userId: string, attention: number) {
    const known = lastKnown.of(userId)
    if (known && known.attention !== attention) write({ ...known, attention })
  },

  forget: () => withStorage(() => localStorage.removeItem(place), undefined),

  of: (userId: unknown): LastKnownUser | undefined =>
    withStorage(() => {
      const known: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
      return isLastKnown(known) && known.user_id === userId ? known : undefined
    }, undefined),
}
