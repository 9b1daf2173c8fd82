import { tooManyLogins } from '#shared/rules/sign-in-refusals.ts'
import type { StoredAccount } from '../data/entities.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { isDeviceOf } from '../security/device-tokens.ts'
import { type Allowance, countOrRefuse, forget, giveBack, type Try } from '../security/throttle.ts'

const ofPlace: Allowance = { what: 'login-place', times: 50, seconds: 900, detail: tooManyLogins }
const ofAddressHere: Allowance = { what: 'login-address-here', times: 5, seconds: 900, detail: tooManyLogins }
const ofAddress: Allowance = { what: 'login-address', times: 100, seconds: 3600, detail: tooManyLogins }

interface Guess {
  email: string
  /** The caller's place: an IPv4 address, or the /64 of an IPv6 one. */
  place: string
  account: StoredAccount | undefined
  deviceToken: string | undefined
}

/** A guess that was counted before it was compared. */
export interface CountedGuess {
  /** It was right: it never was a guess, and the place begins anew with this address. */
  wasRight(): Promise<void>
}

/**
 * Counts a guess at a password before it is compared, so that parallel ones cannot outrun the count. One place is stopped for one
 * address, and a place that tries many altogether; guesses from everywhere stop an address for every place but its owner's devices. What
 * is stopped at one place does not count for the address: else one place could lock anybody out.
 */
export async function countGuess(
  services: Services,
  { email, place, account, deviceToken }: Guess,
): Promise<CountedGuess> {
  const { table, keys } = services
  const now = services.now()
  // A reset begins a new epoch: it lifts the stops.
  const epoch = account?.session_epoch ?? 0
  const here = JSON.stringify([email, epoch, place])
  const tries = await countOrRefuse(table, now, [ofPlace, place], [ofAddressHere, here])
  const isKnownDevice = async () =>
    account !== undefined && deviceToken !== undefined && isDeviceOf(keys, account, { token: deviceToken, now })
  const counted = await countOrRefuse(table, now, [ofAddress, JSON.stringify([email, epoch])]).catch(
    async (error: unknown): Promise<Try[]> => {
      if (error instanceof AppError && error.code === 'tooMany' && (await isKnownDevice())) return []
      throw error
    },
  )
  return {
    async wasRight() {
      await Promise.all([giveBack(table, [...tries, ...counted]), forget(table, ofAddressHere, here)])
    },
  }
}

/** Counts a sign-in that tells no address, by its place alone. */
export async function countAttempt({ table, now }: Services, place: string): Promise<CountedGuess> {
  const tries = await countOrRefuse(table, now(), [ofPlace, place])
  return { wasRight: () => giveBack(table, tries) }
}
