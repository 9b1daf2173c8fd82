import { readDeviceKey } from '#shared/api/sessions.ts'
import { call } from '../lib/api/call.ts'
import { untilIdle } from '../lib/browser/idle.ts'
import { deviceKeyOf, forgetDeviceKeys, installDeviceKeys, noteContact } from '../lib/device/device-keys.ts'
import { forgetOutdated } from '../lib/device/forget-outdated.ts'
import { storeSession } from '../lib/device/stored-session.ts'
import { storedValues } from '../lib/device/stored-values.ts'
import { sessionStore } from '../lib/session/session.ts'
import type { Session, SignedInState } from '../lib/session/session-store.ts'

type SignedOutState = Session & { state: 'out' }

const minuteMs = 60_000

const againMs = 1_000

/**
 * Removes the keys of all users but this one. If the browser fails to, tries again, less and less often, until it succeeds or the
 * session changes. A browser that stores nothing fails each time, which is harmless.
 */
async function forgetKeys(session: Session, exceptOf?: string, pauseMs = againMs): Promise<void> {
  try {
    await forgetDeviceKeys(exceptOf)
  } catch {
    const again = () => {
      if (sessionStore.read() === session) void forgetKeys(session, exceptOf, Math.min(2 * pauseMs, minuteMs))
    }
    setTimeout(again, pauseMs)
  }
}

/** Keeps the account of the user who is signed in, and deletes what other users have left here, but for what waits to be sent. */
async function keep(session: SignedInState) {
  await untilIdle()
  if (sessionStore.read() !== session) return
  await forgetKeys(session, session.user.id)
  await forgetOutdated().catch(() => undefined)
  await deviceKeyOf(session.user.id)
  await storeSession(session)
}

/**
 * Removes what this browser keeps of the user whose session has ended. The key stays only while something of a user who did not sign
 * out waits to be sent, for at most a day: it can still be handed to the pharmacy then, also by someone who can no longer sign in.
 */
async function forget(session: SignedOutState) {
  await storedValues.forget('session', 'settings', 'run')
  const { countActions } = await import('../features/deliveries/unsent/sealed-actions.ts')
  const isWaiting = !session.onPurpose && (await countActions().catch(() => 0)) > 0
  if (!isWaiting) await forgetKeys(session)
}

function follow() {
  const session = sessionStore.read()
  if (session.state === 'in') void keep(session)
  else if (session.state === 'out') void forget(session)
}

/** Keeps what the app needs to open without a network, as long as its user is signed in. */
export function installDeviceData() {
  installDeviceKeys(async (userId, device) => {
    const session = sessionStore.read()
    if (session.state !== 'in' || session.user.id !== userId) return undefined
    return (await call(readDeviceKey, { body: { device } })).body.key
  })
  sessionStore.subscribe(follow)
  follow()
}

/** Notes every minute when the server last answered, and deletes what is outdated. Returns a function that ends this. */
export function startUpkeep(userId: string) {
  const tend = async () => {
    await noteContact(userId)
    await forgetOutdated().catch(() => undefined)
  }
  void tend()
  const timer = setInterval(() => void tend(), minuteMs)
  return () => clearInterval(timer)
}
