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
}

/** Returns whether the user satisfied the rule when a page last read the permissions. */
export const wasPermitted = ({ permissions }: LastKnownUser, rule: AccessRule) =>
  satisfiesRule(new Set(permissions), rule)

const place = 'last-known'

/** Checks the stored value, because an older release may have stored it in another shape, or the user may have edited it. */
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

export const lastKnownUserStore = {
  keep: ({ user, tenant, permissions }: SignedInState) =>
    write({
      ...lastKnownUserStore.of(user.id),
      user_id: user.id,
      time_zone: tenant.time_zone,
      is_tenant_admin: user.is_tenant_admin,
      permissions: Object.values(permissions).flat(),
    }),

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
