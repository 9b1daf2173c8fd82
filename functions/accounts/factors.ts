import type { Factors } from '#shared/model/factors.ts'
import type { SecondStepMethod } from '#shared/model/second-step.ts'
import { tooManyLogins } from '#shared/rules/sign-in-refusals.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import { Overtaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { type Changes, update, type Write } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { stepOfCode } from '../security/authenticator-codes.ts'
import { hashOfRecoveryCode } from '../security/recovery-codes.ts'
import { unseal } from '../security/sealing.ts'
import { type Allowance, countOrRefuse, giveBack } from '../security/throttle.ts'

export async function readCredentials({ table }: Services, accountId: string): Promise<StoredCredentials> {
  return (await table.get(unscopedKeys.credentials(accountId))) ?? { password_hash: null }
}

export const presentPasskey = ({
  id,
  name,
  created_at,
  last_used_at,
}: NonNullable<StoredCredentials['passkeys']>[number]) => ({ id, name, created_at, last_used_at })

export const presentFactors = ({ totp, recovery_hashes = [], passkeys = [] }: StoredCredentials): Factors => ({
  totp: totp !== undefined,
  recovery_codes_left: recovery_hashes.length,
  passkeys: passkeys.map(presentPasskey),
})

/** By what a sign-in goes on with these credentials. */
const methodsOf = ({ totp, recovery_hashes = [], passkeys = [] }: StoredCredentials): SecondStepMethod[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(recovery_hashes.length > 0 ? (['recovery'] as const) : []),
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
]

type FactorChanges = Pick<Changes<StoredCredentials>, 'set' | 'remove'>

/** Changes the second step of an account as it was read; to be decided anew when it was changed meanwhile. */
export function factorWrites(accountId: string, before: StoredCredentials, changes: FactorChanges): Write[] {
  const { factors_version: version = 0 } = before
  const after: StoredCredentials = { ...before, ...changes.set }
  for (const field of changes.remove ?? []) delete after[field]
  const [was, is] = [methodsOf(before), methodsOf(after)]
  return [
    update(
      unscopedKeys.credentials(accountId),
      { ...changes, set: { ...changes.set, factors_version: version + 1 } },
      {
        exists: true,
        ...(before.factors_version === undefined
          ? { hasNot: ['factors_version'] }
          : { where: { factors_version: version } }),
        refused: () => new Overtaken(),
      },
    ),
    ...(was.join() === is.join()
      ? []
      : [update(unscopedKeys.account(accountId), { set: { second_step: is } }, { exists: true })]),
  ]
}

interface Typed {
  accountId: string
  code: string
}

/**
 * What the use of a code changes: the step of an authenticator app, or the recovery codes that are left. Undefined for a wrong code.
 */
export async function codeUse(
  { keys, now }: Services,
  credentials: StoredCredentials,
  { accountId, code }: Typed,
): Promise<FactorChanges | undefined> {
  const { totp, recovery_hashes = [] } = credentials
  const digits = code.replace(/\s/g, '')
  if (totp && /^\d{6}$/.test(digits)) {
    const secret = await unseal(keys, totp.secret, accountId)
    const last_step = await stepOfCode(secret, digits, { now: now(), lastStep: totp.last_step })
    return last_step === undefined ? undefined : { set: { totp: { ...totp, last_step } } }
  }
  const hash = hashOfRecoveryCode(code)
  if (!recovery_hashes.includes(hash)) return undefined
  return { set: { recovery_hashes: recovery_hashes.filter((other) => other !== hash) } }
}

const ofAccount: Allowance = { what: 'mfa-account', times: 10, seconds: 3600, detail: tooManyLogins }

/** Counts a code before it is compared, so that parallel guesses cannot outrun the count; a right one is taken back. */
export async function countCode<T>({ table, now }: Services, accountId: string, compare: () => Promise<T>): Promise<T> {
  const tries = await countOrRefuse(table, now(), [ofAccount, accountId])
  const isWrong = (error: unknown) =>
    error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'invalid')
  const answer = await compare().catch(async (error: unknown) => {
    if (!isWrong(error)) await giveBack(table, now(), tries)
    throw error
  })
  await giveBack(table, now(), tries)
  return answer
}
