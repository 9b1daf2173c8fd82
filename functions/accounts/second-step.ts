import type * as auth from '#shared/api/auth.ts'
import type { AnswerOf } from '#shared/api/contract.ts'
import type * as factors from '#shared/api/factors.ts'
import type { PasskeyProof } from '#shared/model/factors.ts'
import { isId } from '#shared/model/fields.ts'
import { invalidCodeText, tooManyLoginsText } from '#shared/rules/sign-in-refusals.ts'
import { type AccountWithMemberships, findActiveUser, readAccount } from '../data/accounts.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { verifyPasskeyProof } from '../security/passkeys.ts'
import { newPurposeToken, readPurposeToken } from '../security/short-tokens.ts'
import { type Allowance, countAttempts } from '../security/throttle.ts'
import { codeUseChanges, factorWrites, readCredentials, runFactorAttempt } from './factors.ts'
import { recordSignInRefusal } from './record-refusal.ts'
import { type SignInContext, sessionEndedError, signIn } from './sign-in.ts'
import { runSignInAttempt } from './throttle-guesses.ts'

const tokenSeconds = 600
const guesses: Allowance = { what: 'mfa-token', times: 5, seconds: tokenSeconds, detail: tooManyLoginsText }

const refusedCode = () => new AppError('unauthenticated', invalidCodeText)
const refusedPasskey = () => new AppError('unauthenticated', 'This passkey is not recognized')

/**
 * Completes the first step of a sign-in. Returns a session if the account has no second step. Otherwise returns the token and the
 * methods for the second step. Returns undefined if the account has no active user.
 */
export async function passFirstStep(
  known: AccountWithMemberships,
  services: Services,
  signing: SignInContext,
): Promise<AnswerOf<typeof auth.login> | undefined> {
  const { id, session_epoch, second_step: methods = [] } = known.account
  if (methods.length === 0) return signIn(known, services, signing)
  if (!(await findActiveUser(services.table, known))) return undefined
  if (signing.alongside) await services.table.write(...signing.alongside)
  const made = { purpose: 'mfa', content: `${id}_${session_epoch}`, seconds: tokenSeconds } as const
  return { mfa_token: await newPurposeToken(services.keys, { ...made, now: services.now() }), methods }
}

/** Completes the second step of a sign-in. The token works only once, and becomes void after five tries. */
export const passSecondStep: Operation<typeof factors.passSecondStep> = async (request, services) => {
  const { body, caller: visitor, activity } = request
  const { table, keys, now } = services
  const { mfa_token: token } = body
  const claims = await readPurposeToken(keys, token, { purpose: 'mfa', now: now() })
  const [id = '', epoch] = claims?.content.split('_') ?? []
  const known = claims && (await readAccount(table, id))
  if (!known || String(known.account.session_epoch) !== epoch) throw sessionEndedError()
  const { refusal } = await countAttempts(table, now(), [guesses, token])
  if (refusal) throw sessionEndedError()
  const { expires_at_seconds } = claims
  const spent = put(unscopedKeys.usedToken(token), { expires_at_seconds }, { absent: true, refused: sessionEndedError })
  return runFactorAttempt(services, known.account, () =>
    retryIfOvertaken(async () => {
      const used = await factorUseWrites(services, id, body)
      if (!used) {
        await recordSignInRefusal(activity, known, services)
        throw refusedCode()
      }
      return entered(await signIn(known, services, { activity, visitor, alongside: [spent, ...used] }))
    }),
  )
}

function entered<T>(answer: T | undefined): T {
  if (!answer) throw sessionEndedError()
  return answer
}

interface SecondStepProof {
  code?: string | undefined
  passkey?: PasskeyProof | undefined
}

/**
 * Returns the writes that use up the code or the passkey challenge of a second step. Returns undefined if the code or passkey is
 * wrong.
 */
export async function factorUseWrites(
  services: Services,
  accountId: string,
  { code, passkey }: SecondStepProof,
): Promise<Write[] | undefined> {
  const credentials = await readCredentials(services, accountId)
  if (passkey) return passkeyUse(services, { accountId, credentials, proof: passkey }).catch(noneIfRefused)
  const changes = code !== undefined && (await codeUseChanges(services, credentials, { accountId, code }))
  return changes ? factorWrites(accountId, credentials, changes) : undefined
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

interface PasskeyAttempt {
  accountId: string
  credentials: StoredCredentials
  proof: PasskeyProof
}

async function passkeyUse(services: Services, { accountId, credentials, proof }: PasskeyAttempt): Promise<Write[]> {
  const { passkeys = [] } = credentials
  const { passkey, taken } = await verifyPasskeyProof(services, passkeys, { proof, refused: refusedPasskey })
  const set = { passkeys: passkeys.map((other) => (other.id === passkey.id ? passkey : other)) }
  return [taken, ...factorWrites(accountId, credentials, { set })]
}

/**
 * Signs in with a passkey. The response of the device also names the account. An unknown account and a wrong passkey get the same
 * response, so that no one can find out which accounts exist.
 */
export const signInWithPasskey: Operation<typeof factors.signInWithPasskey> = (request, services) => {
  const { body, caller: visitor, activity } = request
  const { passkey: proof } = body
  return runSignInAttempt(services, visitor.address, async () => {
    const accountId = Buffer.from(proof.userHandle ?? '', 'base64url').toString()
    const known = isId(accountId) ? await readAccount(services.table, accountId) : undefined
    if (!known) throw refusedPasskey()
    return retryIfOvertaken(async () => {
      const credentials = await readCredentials(services, accountId)
      const used = await passkeyUse(services, { accountId, credentials, proof }).catch(async (error: unknown) => {
        if (error instanceof AppError) await recordSignInRefusal(activity, known, services)
        throw error
      })
      return entered(await signIn(known, services, { activity, visitor, alongside: used }))
    })
  })
}
