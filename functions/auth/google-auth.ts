import type * as auth from '#shared/api/auth.ts'
import { findAccount, type KnownAccount } from '../data/accounts.ts'
import { unscopedKeys } from '../data/keys.ts'
import { nobody } from '../data/organisations.ts'
import { decideAnew } from '../data/overtaken.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import type { GoogleIdentity } from '../security/google.ts'
import { connectionWrites } from './connect-google.ts'
import { countAttempt } from './count-guesses.ts'
import { spendGoogleToken } from './google-token.ts'
import { signIn } from './sign-in.ts'

const refused = (detail: string) => new AppError('unauthenticated', detail)
const unknown = () => refused('No account exists for this Google address')

/** Signs in the account of an address that Google vouches for, by the Google account that was connected with it first. It makes none. */
export const googleAuth: Operation<typeof auth.googleAuth> = async ({ body, caller }, services) => {
  const attempt = await countAttempt(services, caller.address)
  const { sub, email, isAuthoritative } = await spendGoogleToken(services, body.token, () =>
    refused('This Google sign-in is not valid'),
  )
  const known = await decideAnew(() => connectedAccount(services, { sub, email, isAuthoritative }))
  const answer = await signIn(known, services)
  if (!answer) throw unknown()
  await attempt.wasRight()
  return answer
}

/** The account of the address, which the first use of a Google account connects. */
async function connectedAccount(
  { table }: Services,
  { sub, email, isAuthoritative }: Pick<GoogleIdentity, 'sub' | 'email' | 'isAuthoritative'>,
): Promise<KnownAccount> {
  const known = await findAccount(table, email)
  const accountId = known?.account.id ?? nobody
  const credentials = await table.get(unscopedKeys.credentials(accountId))
  if (!known || !credentials) throw unknown()
  if (credentials.google_sub === undefined) {
    if (!isAuthoritative) throw refused('Sign in with your password and connect Google on your account page')
    await table.write(...connectionWrites({ accountId, former: undefined, sub, refused: otherGoogle }))
  } else if (credentials.google_sub !== sub) throw otherGoogle()
  return known
}

const otherGoogle = () => refused('This Google account is not the one that is connected')
