import { readClaims } from '../session/access-token.ts'
import { idleMsBeforeThisPage } from '../session/last-use-time.ts'
import type { SignedInState } from '../session/session-store.ts'
import { pageTokenCookies } from '../session/tokens.ts'
import { forgetOutdated } from './forget-outdated.ts'
import { storedValues } from './stored-values.ts'

type Account = Omit<SignedInState, 'state'>

/** The part of the run that this browser keeps from which follows whether the session may rest. */
interface StoredRunState {
  isOut: boolean
}

export const storeSession = ({ user, tenant, permissions }: SignedInState) =>
  storedValues.keep(user.id, 'session', { user, tenant, permissions })

const minuteMs = 60_000

/**
 * Returns the account of the user who is signed in here, for a page that opens without a network. `locked` means that no one has
 * used the app for so long that its session would have ended, and that the user has no delivery in progress: the user signs in as
 * soon as there is a network. Undefined if this browser keeps no account that it may show.
 */
export async function readStoredSession(): Promise<Account | 'locked' | undefined> {
  const { access } = await pageTokenCookies.read()
  const owner = access && readClaims(access).sub
  if (typeof owner !== 'string') return undefined
  await forgetOutdated().catch(() => undefined)
  const account = await storedValues.read<Account>(owner, 'session')
  if (!account) return undefined
  const { idle_minutes } = account.user
  if (idle_minutes === 0 || idleMsBeforeThisPage() < idle_minutes * minuteMs) return account
  return (await storedValues.read<StoredRunState>(owner, 'run'))?.isOut ? account : 'locked'
}
