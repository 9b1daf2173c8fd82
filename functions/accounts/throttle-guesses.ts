import { tooManyLoginsText } from '#shared/rules/sign-in-refusals.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { isDeviceTokenOf } from '../security/device-tokens.ts'
import {
  type Allowance,
  type CountedAttempt,
  countAttempts,
  countAttemptsOrRefuse,
  type SubjectAllowance,
  uncountAllAttempts,
  uncountAttempts,
} from '../security/throttle.ts'

const quarter = 900
const ofPlace: Allowance = { what: 'login-place', times: 50, seconds: quarter, detail: tooManyLoginsText }
/**
 * The limit for an IPv6 /48. An internet provider may give one customer a whole /48, which contains 65,536 of the /64 networks that
 * are otherwise counted.
 */
const ofWidePlace: Allowance = { what: 'login-wide-place', times: 200, seconds: quarter, detail: tooManyLoginsText }
const ofAddressHere: Allowance = { what: 'login-address-here', times: 5, seconds: quarter, detail: tooManyLoginsText }
const ofAddress: Allowance = { what: 'login-address', times: 100, seconds: 3600, detail: tooManyLoginsText }

/** Returns the limit of an IPv6 network's /48, if there is one, as a group. */
const widePlacesOf = (place: string): (readonly SubjectAllowance[])[] => {
  const [, wide] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(place) ?? []
  return wide === undefined ? [] : [[[ofWidePlace, wide]]]
}

/**
 * Counts an attempt for groups of allowances, the narrowest group first. Throws a 429 if it exceeds one of them. Then the wider groups
 * don't count it, because otherwise someone who is refused anyway could use up what others share.
 */
async function countNarrowestFirstOrRefuse(
  { table, now }: Services,
  ...groups: readonly (readonly SubjectAllowance[])[]
): Promise<CountedAttempt[]> {
  const tries: CountedAttempt[] = []
  for (const group of groups) tries.push(...(await countAttemptsOrRefuse(table, now(), ...group)))
  return tries
}

interface Guess {
  email: string
  /** The caller's network: an IPv4 address, or the /64 of an IPv6 address. */
  place: string
  account: StoredAccount | undefined
  deviceToken: string | undefined
}

/**
 * Counts a guess at a password before the comparison, so that parallel guesses cannot outrun the count. Guesses are limited from
 * one network at one e-mail address, from one network at any address, from an IPv6 /48 at any address, and from everywhere at one
 * address. Devices of the account's owner are exempt from the last limit. Guesses that one of the first two limits refuses don't
 * count towards the last two, because otherwise one network could lock anybody out, and one phone a whole /48 of its provider. A
 * refused guess stays counted, and so does a wrong one, for which `compare` throws a 401 or, if the user is signed in, a 422. Every
 * other guess is uncounted. A right guess also clears the count of this network's guesses at the address.
 */
export async function runPasswordGuess<T>(
  services: Services,
  { email, place, account, deviceToken: token }: Guess,
  compare: () => Promise<T>,
): Promise<T> {
  const { table, keys, now } = services
  // The counts for the e-mail address belong to the account's epoch. A password reset, like everything else that ends all sessions
  // of the account, raises the epoch, so that these counts start anew and their blocks are lifted.
  const epoch = account?.session_epoch ?? 0
  const here: SubjectAllowance = [ofAddressHere, JSON.stringify([email, epoch, place])]
  const tries = await countNarrowestFirstOrRefuse(services, [[ofPlace, place], here], ...widePlacesOf(place))
  const everywhere = await countAttempts(table, now(), [ofAddress, JSON.stringify([email, epoch])])
  const isStopped =
    everywhere.refusal && !(account && token && (await isDeviceTokenOf(keys, account, { token, now: now() })))
  if (isStopped) throw everywhere.refusal
  const answer = await takeBackUnlessWrong(services, [...tries, ...everywhere.tries], compare)
  await uncountAllAttempts(table, here)
  return answer
}

/**
 * Counts an attempt to sign in or to prove an identity for which the caller enters no e-mail address. Only the limits for the
 * caller's network apply. An attempt that is refused, by a limit or as wrong, stays counted. Every other one is uncounted.
 */
export async function runSignInAttempt<T>(services: Services, place: string, attempt: () => Promise<T>): Promise<T> {
  const tries = await countNarrowestFirstOrRefuse(services, [[ofPlace, place]], ...widePlacesOf(place))
  return takeBackUnlessWrong(services, tries, attempt)
}

const ofSession: Allowance = { what: 'proof-session', times: 5, seconds: quarter, detail: tooManyLoginsText }
const ofAccountProofs: Allowance = { what: 'proof-account', times: 50, seconds: 86_400, detail: tooManyLoginsText }

/**
 * Counts an attempt of a signed-in caller to prove their identity. It counts for the caller's session, and for all sessions of the
 * account together, but not for sign-ins: otherwise someone at an unlocked computer could keep its owner from signing in. Attempts
 * that the session's own limit refuses don't count towards the account's, because otherwise fifty requests of one session would stop
 * all others for a day. The account's count belongs to its epoch, so that it starts anew when the owner has ended all other sessions.
 */
export async function runProofAttempt<T>(
  services: Services,
  { sessionId, account }: Pick<Caller, 'sessionId' | 'account'>,
  attempt: () => Promise<T>,
): Promise<T> {
  const { table } = services
  const here: SubjectAllowance = [ofSession, sessionId]
  const ofAll: SubjectAllowance = [ofAccountProofs, JSON.stringify([account.id, account.session_epoch])]
  const tries = await countNarrowestFirstOrRefuse(services, [here], [ofAll])
  const answer = await takeBackUnlessWrong(services, tries, attempt)
  await uncountAllAttempts(table, here)
  return answer
}

async function takeBackUnlessWrong<T>(
  { table, now }: Services,
  tries: readonly CountedAttempt[],
  run: () => Promise<T>,
) {
  const isWrong = (error: unknown) =>
    error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'invalid')
  const answer = await run().catch(async (error: unknown) => {
    if (!isWrong(error)) await uncountAttempts(table, now(), tries)
    throw error
  })
  await uncountAttempts(table, now(), tries)
  return answer
}
