import type { Factors } from '#shared/model/factors.ts'
import type { SecondStepMethod } from '#shared/model/second-step.ts'
import { tooManyLoginsText } from '#shared/rules/sign-in-refusals.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { type ItemFieldChanges, update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { timeStepOfCode } from '../security/authenticator-codes.ts'
import { decryptText } from '../security/encrypt-text.ts'
import { hashOfRecoveryCode } from '../security/recovery-codes.ts'
import { type Allowance, countAttemptsOrRefuse, uncountAttempts } from '../security/throttle.ts'
import { endOtherSessionsWrites } from './sessions.ts'

export async function readCredentials({ table }: Services, accountId: string): Promise<StoredCredentials> {
  return (await table.get(unscopedKeys.credentials(accountId))) ?? { password_hash: null }
}

export const presentPasskey = ({
  id,
  name,
  created_at,
  last_used_at,
}: NonNullable<StoredCredentials['passkeys']>[number]) => ({ id, name, created_at, last_used_at })

export const presentFactors = (credentials: StoredCredentials): Omit<Factors, 'mail_arrives'> => {
  const { totp, recovery_hashes = [], passkeys = [], password_hash, google_sub } = credentials
  return {
    totp: totp !== undefined,
    recovery_codes_left: recovery_hashes.length,
    passkeys: passkeys.map(presentPasskey),
    has_password: password_hash !== null,
    has_google: google_sub !== undefined,
  }
}

/** Returns the methods that these credentials offer for the second step of a sign-in. */
export const secondStepMethodsOf = ({
  totp,
  recovery_hashes = [],
  passkeys = [],
}: StoredCredentials): SecondStepMethod[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(recovery_hashes.length > 0 ? (['recovery'] as const) : []),
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
]

export type CredentialChanges = Pick<ItemFieldChanges<StoredCredentials>, 'set' | 'remove'>

/** Returns the methods for the second step after the credentials have changed. */
export function secondStepMethodsAfter(before: StoredCredentials, changes: CredentialChanges): SecondStepMethod[] {
  const after: StoredCredentials = { ...before, ...changes.set }
  for (const field of changes.remove ?? []) delete after[field]
  return secondStepMethodsOf(after)
}

/**
 * Returns the write that changes credentials. It fails with `OvertakenError` if another such write has changed the credentials
 * since they were read; the caller must then read them and decide again. It doesn't notice a new password or a new connection with
 * Google, because other writes store those.
 */
export function credentialsWrite(accountId: string, before: StoredCredentials, changes: CredentialChanges): Write {
  const { factors_version: version } = before
  return update(
    unscopedKeys.credentials(accountId),
    { ...changes, set: { ...changes.set, factors_version: (version ?? 0) + 1 } },
    {
      exists: true,
      ...(version === undefined ? { hasNot: ['factors_version'] } : { where: { factors_version: version } }),
      refused: () => new OvertakenError(),
    },
  )
}

/**
 * Returns the writes that change the factors of an account's second step. The first factor ends the account's other sessions,
 * because these may have begun without a second step. `by` is the user who makes the change; it may only be left out if no factor is
 * added.
 */
export function factorWrites(
  accountId: string,
  before: StoredCredentials,
  changes: CredentialChanges,
  by?: { caller: Caller; now: Date },
): Write[] {
  const [was, is] = [secondStepMethodsOf(before), secondStepMethodsAfter(before, changes)]
  const credentials = credentialsWrite(accountId, before, changes)
  if (was.join() === is.join()) return [credentials]
  if (by && was.length === 0)
    return [credentials, ...endOtherSessionsWrites(by.caller, by.now, { set: { second_step: is } })]
  const refused = () => new OvertakenError()
  return [credentials, update(unscopedKeys.account(accountId), { set: { second_step: is } }, { exists: true, refused })]
}

interface TypedCode {
  accountId: string
  code: string
}

/**
 * Returns the fields of the credentials that change when a code is used: the last time step of the authenticator app, or the
 * remaining recovery codes. Returns undefined for a wrong code.
 */
export async function codeUseChanges(
  { keys, now }: Services,
  credentials: StoredCredentials,
  { accountId, code }: TypedCode,
): Promise<CredentialChanges | undefined> {
  const { totp, recovery_hashes = [] } = credentials
  const digits = code.replace(/\s/g, '')
  if (totp && /^\d{6}$/.test(digits)) {
    const secret = await decryptText(keys, totp.secret, accountId)
    const last_step = await timeStepOfCode(secret, digits, { now: now(), lastStep: totp.last_step })
    return last_step === undefined ? undefined : { set: { totp: { ...totp, last_step } } }
  }
  const hash = hashOfRecoveryCode(code)
  if (!recovery_hashes.includes(hash)) return undefined
  return { set: { recovery_hashes: recovery_hashes.filter((other) => other !== hash) } }
}

const ofAccount: Allowance = { what: 'mfa-account', times: 10, seconds: 3600, detail: tooManyLoginsText }

/**
 * Runs `compare` as one counted attempt with a code or a passkey. Throws a 429 after too many attempts. The attempt is counted
 * before the code or passkey is checked, so that parallel guesses cannot outrun the count. It stays counted if it is refused with
 * that 429, or if `compare` throws a 401 or a 422. Otherwise it is uncounted. The counts belong to the account's epoch, as those of
 * guesses at its password do: otherwise someone who knows the password could keep its owner out even after a reset.
 */
export async function runFactorAttempt<T>(
  { table, now }: Services,
  { id, session_epoch }: StoredAccount,
  compare: () => Promise<T>,
): Promise<T> {
  const tries = await countAttemptsOrRefuse(table, now(), [ofAccount, JSON.stringify([id, session_epoch])])
  const isWrong = (error: unknown) =>
    error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'invalid')
  const answer = await compare().catch(async (error: unknown) => {
    if (!isWrong(error)) await uncountAttempts(table, now(), tries)
    throw error
  })
  await uncountAttempts(table, now(), tries)
  return answer
}
