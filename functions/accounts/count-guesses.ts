import { tooManyLogins } from '#shared/rules/sign-in-refusals.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { isDeviceOf } from '../security/device-tokens.ts'
import {
  type Allowance,
  type Counted,
  countOrRefuse,
  countTries,
  forget,
  giveBack,
  type Try,
} from '../security/throttle.ts'

const quarter = 900
const ofPlace: Allowance = { what: 'login-place', times: 50, seconds: quarter, detail: tooManyLogins }
/** A provider gives a customer as much as a /48 of IPv6, which has 65,536 places. */
const ofWidePlace: Allowance = { what: 'login-wide-place', times: 200, seconds: quarter, detail: tooManyLogins }
const ofAddressHere: Allowance = { what: 'login-address-here', times: 5, seconds: quarter, detail: tooManyLogins }
const ofAddress: Allowance = { what: 'login-address', times: 100, seconds: 3600, detail: tooManyLogins }

const placesOf = (place: string): Counted[] => {
  const [, wide] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(place) ?? []
  return [[ofPlace, place], ...(wide === undefined ? [] : [[ofWidePlace, wide] as const])]
}

interface Guess {
  email: string
  /** The caller's place: an IPv4 address, or the /64 of an IPv6 one. */
  place: string
  account: StoredAccount | undefined
  deviceToken: string | undefined
}

/**
 * Counts a guess at a password, then has it compared: so parallel guesses cannot outrun the count. One place is stopped for one
 * address, and a place that guesses at many altogether; guesses from everywhere stop an address for every place but its owner's
 * devices. What one place is refused does not count for the address, else one place could lock anybody out. `compare` throws 401,
 * or 422 for somebody signed in, for a wrong guess; any other guess is taken back, and after a right one the place begins anew with this address.
 */
export async function countGuess<T>(
  services: Services,
  { email, place, account, deviceToken: token }: Guess,
  compare: () => Promise<T>,
): Promise<T> {
  const { table, keys, now } = services
  // A reset begins a new epoch: it lifts the stops.
  const epoch = account?.session_epoch ?? 0
  const here: Counted = [ofAddressHere, JSON.stringify([email, epoch, place])]
  const tries = await countOrRefuse(table, now(), ...placesOf(place), here)
  const everywhere = await countTries(table, now(), [ofAddress, JSON.stringify([email, epoch])])
  const isStopped =
    everywhere.refusal && !(account && token && (await isDeviceOf(keys, account, { token, now: now() })))
  if (isStopped) throw everywhere.refusal
  const answer = await takeBackUnlessWrong(services, [...tries, ...everywhere.tries], compare)
  await forget(table, here)
  return answer
}

/** Counts a sign-in that tells no address by its place alone. */
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
