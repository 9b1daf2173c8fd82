import type { ActivityAction } from '../model/activity.ts'

/** The actions on people, permissions, credentials and the organisation, by which power is gained or lost. */
type PowerAction = Extract<ActivityAction, `${'account' | 'key' | 'organisation' | 'role' | 'user'}.${string}`>

/**
 * Whether someone who finds an unlocked computer could use the action to gain power that stays after the session has ended, or to
 * take power from others. A call that records such an action in a session must be `confirmed`. A new action has to be added here.
 */
const isLasting = {
  'account.factor_added': true,
  'account.factor_removed': true,
  'account.google_connected': true,
  'account.not_me': false,
  // The call asks for the current password.
  'account.password_changed': false,
  'account.password_reset': false,
  'key.created': true,
  'key.refused': false,
  'key.revoked': false,
  'key.rotated': true,
  'organisation.edited': true,
  'organisation.exported': true,
  'organisation.export_downloaded': true,
  'organisation.subscribed': false,
  'organisation.verification_asked': false,
  'organisation.verified': false,
  'role.created': false,
  'role.deleted': false,
  'role.edited': false,
  'user.deactivated': true,
  'user.deleted': true,
  'user.edited': true,
  'user.factors_reset': true,
  'user.invited': true,
  'user.joined': false,
  // It only protects: everyone can sign in again.
  'user.sessions_ended': false,
} as const satisfies Record<PowerAction, boolean>

type Lasting = typeof isLasting

export type LastingAction = { [A in PowerAction]: Lasting[A] extends true ? A : never }[PowerAction]
