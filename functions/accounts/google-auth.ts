import type * as auth from '#shared/api/auth.ts'
import { type AccountWithMemberships, findAccount } from '../data/accounts.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { runInAllMemberships } from '../data/scope.ts'
import type { Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Actor, EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import type { GoogleIdentity } from '../security/google.ts'
import { accountEventWrites } from './account-events.ts'
import { googleConnectionWrites } from './connect-google.ts'
import { readCredentials } from './factors.ts'
import { readGoogleToken } from './google-token.ts'
import { recordSignInRefusal } from './record-refusal.ts'
import { passFirstStep } from './second-step.ts'
import { runSignInAttempt } from './throttle-guesses.ts'

const refused = (detail: string) => () => new AppError('unauthenticated', detail)
const notValid = refused('This Google sign-in is not valid')
const unknown = refused('No account exists for this Google address')
const otherGoogle = refused('This is not the Google account that is connected')
const connectFirst = refused('Sign in with your password and connect Google on your account page')

/**
 * Signs in to the account with the e-mail address that Google confirms. Only the Google account that is connected with that account
 * may do so. If no Google account is connected yet, this call connects the one that signs in, provided that Google's statement
 * proves access to the mailbox. This call neither creates an account nor joins an organisation.
 */
export const googleAuth: Operation<typeof auth.googleAuth> = ({ body, caller, activity }, services) =>
  runSignInAttempt(services, caller.address, async () => {
    const { taken, ...identity } = await readGoogleToken(services, body.token, notValid)
    return retryIfOvertaken(async () => {
      const known = await findAccount(services.table, identity.email)
      if (!known) throw unknown()
      const connecting = await firstUse(services, known, { identity, activity }).catch(async (error: unknown) => {
        if (error instanceof AppError) await recordSignInRefusal(activity, known, services)
        throw error
      })
      const alongside = [taken, ...connecting]
      const answer = await runInAllMemberships(known.memberships, () =>
        passFirstStep(known, services, { activity, visitor: caller, alongside }),
      )
      if (!answer) throw unknown()
      return answer
    })
  })

interface FirstUse {
  identity: GoogleIdentity
  activity: (actor: Actor) => EventRecorder<'account.google_connected'>
}

/**
 * Returns the writes that connect the Google account on its first use, or none if it is connected already. Throws a 401 if another
 * Google account is connected, or if Google's statement doesn't prove access to the mailbox.
 */
async function firstUse(
  services: Services,
  known: AccountWithMemberships,
  { identity, activity }: FirstUse,
): Promise<Write[]> {
  const { id: account_id } = known.account
  const previousSub = (await readCredentials(services, account_id)).google_sub
  const { sub } = identity
  if (previousSub === sub) return []
  if (previousSub !== undefined) throw otherGoogle()
  if (!identity.isAuthoritative) throw connectFirst()
  const change = { action: 'account.google_connected' } as const
  return [
    ...googleConnectionWrites({ account: known.account, previousSub, sub, refused: otherGoogle }),
    ...(await accountEventWrites(services.table, { known, activity, change })),
    letterWrite(services, 'account_notice', { account_id, notice: 'google_connected', about: sub }),
  ]
}
