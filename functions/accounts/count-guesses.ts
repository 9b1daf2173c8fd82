import { tooManyLogins } from '#shared/rules/sign-in-refusals.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { isDeviceOf } from '../security/device-tokens.ts'
import {
  type Allowance,
  type CountedSubject,
  countOrRefuse,
  countTries,
  forget,
  giveBack,
  type Try,
} from '../security/throttle.ts'

const quarter = 900
const ofPlace: Allowance = { what: 'login-place', times: 50, seconds: quarter, detail: tooManyLogins }
/** An internet provider may give one customer a whole /48 of IPv6, which contains 65,536 /64 places. */
const ofWidePlace: Allowance = { what: 'login-wide-place', times: 200, seconds: quarter, detail: tooManyLogins }
const ofAddressHere: Allowance = { what: 'login-address-here', times: 5, seconds: quarter, detail: tooManyLogins }
const ofAddress: Allowance = { what: 'login-address', times: 100, seconds: 3600, detail: tooManyLogins }

const placesOf = (place: string): CountedSubject[] => {
  const [, wide] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(place) ?? []
  return [[ofPlace, place], ...(wide === undefined ? [] : [[ofWidePlace, wide] as const])]
}

interface Guess {
  email: string
  /** An IPv4 address, or the /64 of an IPv6 address. */
  place: string
  account: StoredAccount | undefined
  deviceToken: string | undefined
}

/**
 * Counts a guess at a password before it is compared, so that parallel guesses cannot outrun the count. Three limits apply: guesses
 * from one place at one email address, from one place at any address, and from everywhere at one address. The last limit doesn't
 * stop the devices of the account's owner.
 * Guesses that a place's own limits refuse don't count for the email address; otherwise one place could lock anybody out. `compare`
 * throws a 401 for a wrong guess, or a 422 if the user is signed in. Any other guess is uncounted, and a right one also clears the
 * count of this place at this address.
 */
export async function countGuess<T>(
  services: Services,
  { email, place, account, deviceToken: token }: Guess,
  compare: () => Promise<T>,
): Promise<T> {
  const { table, keys, now } = services
  // A password reset begins a new epoch, and so lifts the blocks.
  const epoch = account?.session_epoch ?? 0
  const here: CountedSubject = [ofAddressHere, JSON.stringify([email, epoch, place])]
  const tries = await countOrRefuse(table, now(), ...placesOf(place), here)
  const everywhere = await countTries(table, now(), [ofAddress, JSON.stringify([email, epoch])])
  const isStopped =
    everywhere.refusal && !(account && token && (await isDeviceOf(keys, account, { token, now: now() })))
  if (isStopped) throw everywhere.refusal
  const answer = await takeBackUnlessWrong(services, [...tries, ...everywhere.tries], compare)
  await forget(table, here)
  return answer
}

/** Counts a sign-in that names no email address. Only the limits of its place apply. */
export async function countAttempt<T>(services: Services, place: string, attempt: () => Promise<T>): Promise<T> {
  const tries = await countOrRefuse(services.table, services.now(), ...placesOf(place))
  return takeBackUnlessWrong(services, tries, attempt)
}

async function takeBackUnlessWrong<T>({ table, now }: Services, tries: readonly Try[], run: () => Promise<T>) {
  const isWrong = (error: unknown) =>
    error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'invalid')
  const answer = await run().catch(async (error: unknown) => {
    if (!isWrong(error)) await giveBack(table, now(), tries)
    throw error
  })
  await giveBack(table, now(), tries)
  return answer
}
