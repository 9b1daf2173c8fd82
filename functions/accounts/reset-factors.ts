import type * as factors from '#shared/api/factors.ts'
import { noNewMembershipCondition, readAccount } from '../data/accounts.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import { refuseNewAdministrator } from '../people/administrators.ts'
import { findUser } from '../people/find-user.ts'
import { endAllSessionsChanges } from '../security/sessions.ts'
import { credentialsWrite, readCredentials, secondStepMethodsOf } from './factors.ts'

const conflict = (detail: string) => new AppError('conflict', detail)

const everyFactor = ['totp', 'pending_totp', 'recovery_hashes', 'recovery_set_at', 'passkeys'] as const

/**
 * Returns the writes that remove all factors of an account's second step, end its sessions and send its owner a mail. They fail if
 * a factor has been changed or used, or if the account has joined another organisation, since the credentials and the account
 * were read.
 */
export function factorResetWrites(
  services: Pick<Services, 'now' | 'newId'>,
  account: StoredAccount,
  credentials: StoredCredentials,
): Write[] {
  const ending = endAllSessionsChanges(services.now())
  return [
    credentialsWrite(account.id, credentials, { remove: everyFactor }),
    update(
      unscopedKeys.account(account.id),
      { set: { ...ending.set, second_step: [] }, add: ending.add, remove: ['reset_link', 'set_password_link'] },
      { exists: true, ...noNewMembershipCondition(account), refused: () => new OvertakenError() },
    ),
    letterWrite(services, 'account_notice', { account_id: account.id, notice: 'factors_reset' }),
  ]
}

/**
 * Lets an administrator remove the second step of a user who has lost it. Throws a 409 if the account also belongs to another
 * organisation, because the administrator of one organisation may not decide for another, or if the user has no account, has no
 * second step, or is the caller.
 */
export const resetFactors: Operation<typeof factors.resetFactors> = async ({ caller, params, activity }, services) => {
  const { table } = services
  await retryIfOvertaken(async () => {
    const user = await findUser(caller, params, services)
    if (user.id === caller.user.id) throw conflict('Remove your own two-step sign-in on your account page')
    if (user.is_tenant_admin) refuseNewAdministrator(caller, services.now())
    const known = user.account_id === undefined ? undefined : await readAccount(table, user.account_id)
    if (!known) throw conflict('This user has not set up their account yet')
    const { account, memberships } = known
    if (memberships.length > 1) throw conflict('This person also belongs to another organization. Contact support.')
    const credentials = await readCredentials(services, account.id)
    // Check the credentials and not the account, because the write depends on the credentials. The account may have been read
    // before a parallel reset, and the credentials after it.
    if (secondStepMethodsOf(credentials).length === 0) throw conflict('This user has no two-step sign-in')
    await activity.record(
      { action: 'user.factors_reset', ...aboutUser(user) },
      ...factorResetWrites(services, account, credentials),
      letterWrite(services, 'factors_reset', {
        tenant_id: user.tenant_id,
        user_id: user.id,
        except: [user.id, caller.user.id],
      }),
    )
  })
}
