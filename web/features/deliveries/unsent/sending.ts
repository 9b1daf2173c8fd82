import { recordAttempt, returnPackage } from '#shared/api/attempts.ts'
import { completeDelivery } from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { BrowserError } from '../../../lib/api/browser-error.ts'
import { call } from '../../../lib/api/call.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import type { UploadControl } from '../../../lib/api/upload.ts'
import { runExclusively } from '../../../lib/browser/run-exclusively.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { onUserReturn } from '../../../lib/browser/user-return.ts'
import { askForWakeUp, onWakeUp } from '../../../lib/browser/wake-up.ts'
import { readClaims } from '../../../lib/session/access-token.ts'
import { pageTokenCookies } from '../../../lib/session/tokens.ts'
import { announce } from '../../../ui/announce.ts'
import { ifMatchHeader, type UploadedPhoto } from '../../photo/photo-form.ts'
import { rereadDelivery, updateCachedDelivery } from '../delivery-cache.ts'
import { actionStore } from './action-store.ts'
import type { DoorAction } from './door-action.ts'
import { reportLostActions } from './lost-actions.ts'
import { hasRunActions, sendRunActions } from './run-actions.ts'
import { dropOldActions } from './sealed-actions.ts'
import { refusalText, type SendOutcome, sendActions } from './send-actions.ts'
import { sendUnsent } from './send-unsent.ts'
import { sendWithPhoto } from './send-with-photo.ts'
import { noteSent, rereadUnsentWork, sentDeliveriesKey } from './unsent.tsx'

const everyMs = 30_000

/** With this channel, the tabs of this browser notify each other when the stored acts may have changed. */
const tabs = new BroadcastChannel('carelane-acts')

function changed() {
  tabs.postMessage('changed')
  return rereadUnsentWork()
}

/** Returns the token of the session in which an act was done, if this is another session than the present one. */
async function endedSessionOf({ token }: Pick<DoorAction, 'token'>): Promise<string | undefined> {
  const { access } = await pageTokenCookies.read()
  return token && access && readClaims(token).sid !== readClaims(access).sid ? token : undefined
}

async function post(
  { key, deliveryId: id, version, work, ...act }: DoorAction,
  control?: UploadControl,
): Promise<Delivery> {
  await sendRunActions(act.userId)
  const sentWithPhoto = (data: object) => ({
    ...{
      delivery: { id, version },
      data,
      photo: ('photo' in work && work.photo) || null,
      idempotencyKey: key,
      control,
    },
    uploaded: 'uploaded' in work ? work.uploaded : undefined,
    // A phone without room for this note uploads the photo again.
    onUploaded: (uploaded: UploadedPhoto) =>
      actionStore.noteUpload({ key, deliveryId: id, version, work, ...act }, uploaded).catch(() => undefined),
  })
  if (work.kind === 'completion')
    return sendWithPhoto(completeDelivery, {
      ...sentWithPhoto(work.data),
      endedSession: await endedSessionOf(act),
    })
  if (work.kind === 'attempt' && work.photo) return sendWithPhoto(recordAttempt, sentWithPhoto(work.body))
  const headers = { 'idempotency-key': key }
  const params = { id }
  const answer =
    work.kind === 'attempt'
      ? await call(recordAttempt, { params, headers: { ...headers, ...ifMatchHeader(version) }, body: work.body })
      : // The package is back whatever its recipient has asked for meanwhile, so the version doesn't matter.
        await call(returnPackage, { params, headers, body: work.body })
  return answer.body
}

/** Runs `work` once no other acts are being sent in this tab or, in browsers with Web Locks, in another tab. */
const alone = <T>(work: () => Promise<T>) => runExclusively('carelane-acts', work)

/**
 * Sends what waits on this phone about the run, because a package must have gone out before anything happens to it at a door. Returns
 * the acts with the versions that their deliveries have then. Without a network, returns the acts as they are.
 */
async function afterRunActions(acts: readonly DoorAction[]): Promise<readonly DoorAction[]> {
  const userId = acts[0]?.userId ?? ''
  await sendRunActions(userId).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
  const stored = await actionStore.of(userId)
  return acts.map((act) => stored.find(({ key }) => key === act.key) ?? act)
}

/** If the server accepted an act, removes the act from the phone and shows the delivery as the server returned it. */
async function settle(outcome: SendOutcome) {
  if (outcome.state !== 'sent') return
  updateCachedDelivery(outcome.delivery)
  await actionStore.settle(outcome.act, outcome.delivery.version).catch(() => undefined)
}

/** The keys of the acts that `keepAndSend` is about to send, so that a round of waiting acts leaves them to it. */
const inHand = new Set<string>()

const returnsToForm = ({ state }: SendOutcome) => state === 'refused' || state === 'failed' || state === 'stopped'

const notKeptText =
  'There is no connection, and this phone has no room to keep what you recorded. Stay on this page and try again once you are connected.'

/** Says of an act for which no response came that it is nowhere but on the screen. */
function sayNotKept(outcome: SendOutcome): SendOutcome {
  if (outcome.state !== 'waiting' || !(outcome.error instanceof CallError) || outcome.error.status !== 0) return outcome
  return { ...outcome, error: new BrowserError(notKeptText, { cause: outcome.error }) }
}

/**
 * Stores acts on this phone and sends them. If the server refuses an act or fails, or the user stops it, the act is removed before
 * any other round may send it, and the user continues in the form. If no response comes, the act stays stored and is sent later,
 * unless the phone could not store it.
 */
export async function keepAndSend(done: readonly DoorAction[], control?: UploadControl) {
  const { access: token } = await pageTokenCookies.read()
  const acts = done.map((act) => (token ? { ...act, token } : act))
  for (const { key } of acts) inHand.add(key)
  const kept = await actionStore.keep(acts)
  const isKept = kept !== undefined
  if (isKept) void navigator.storage?.persist?.()
  try {
    const outcomes = await alone(async () => {
      const sent = await sendActions(await afterRunActions(kept ?? acts), (act) => post(act, control), settle)
      if (!isKept) return sent.map(sayNotKept)
      await actionStore.remove(sent.filter(returnsToForm).map(({ act }) => act.key))
      return sent
    })
    if (isKept && outcomes.some(({ state }) => state === 'waiting')) void askForWakeUp().catch(() => undefined)
    return { outcomes, isKept }
  } finally {
    for (const { key } of acts) inHand.delete(key)
    await changed()
  }
}

/**
 * Like `keepAndSend`, but throws if the server refuses an act or fails, or if no response comes to an act that the phone could not
 * store. Otherwise `isWaiting` says whether an act is stored on this phone, to be sent later.
 */
export async function keepAndSendOrThrow(acts: readonly DoorAction[]) {
  const { outcomes, isKept } = await keepAndSend(acts)
  for (const outcome of outcomes) {
    if (
      outcome.state === 'refused' ||
      outcome.state === 'failed' ||
      (outcome.state === 'waiting' && !isKept && outcome.error)
    )
      throw outcome.error
  }
  return { isWaiting: outcomes.some(({ state }) => state === 'waiting') }
}

/** Whether this page is sending waiting acts. A second call of `sendWaitingActions` then returns at once. */
let isSending = false

const hasWaiting = async (userId: string) =>
  (await hasRunActions(userId)) || (await actionStore.of(userId)).some(({ refusal }) => refusal === undefined)

/** How many deliveries are sent for at the same time. A phone that has just left a basement has little bandwidth. */
const deliveriesAtOnce = 3

/** Sends one user's waiting acts. Resolves to true if the server failed for some, so that it should be left alone for a while. */
export async function sendWaitingActions(userId: string): Promise<boolean> {
  if (isSending || !(await hasWaiting(userId))) return false
  isSending = true
  let areSomeFailed = false
  try {
    await sendRunActions(userId)
    await alone(async () => {
      // The acts on a delivery with a refused act must wait until the refusal is resolved.
      const all = await actionStore.of(userId)
      const refused = new Set(all.filter(({ refusal }) => refusal !== undefined).map(({ deliveryId }) => deliveryId))
      const waiting = all.filter(({ deliveryId, key }) => !refused.has(deliveryId) && !inHand.has(key))
      let isCompleted = false
      const onOutcome = async (outcome: SendOutcome) => {
        await settle(outcome)
        areSomeFailed ||= outcome.state === 'failed'
        if (outcome.state === 'sent') {
          show(userId, outcome.act, outcome.delivery)
          isCompleted ||= outcome.act.work.kind === 'completion'
        }
        if (outcome.state !== 'refused') return
        // Without room for the reason, the act waits, and the server refuses it again.
        await actionStore.refuse(outcome.act, refusalText(outcome.error)).catch(() => undefined)
        rereadDelivery(outcome.act.deliveryId)
      }
      await sendActions(waiting, post, onOutcome, deliveriesAtOnce)
      if (isCompleted) toast.success('Delivery completed successfully')
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    areSomeFailed ||= error.status >= 500
  } finally {
    isSending = false
    await changed()
  }
  return areSomeFailed
}

function show(userId: string, { patientName }: DoorAction, delivery: Delivery) {
  queryClient.setQueryData<readonly string[]>(sentDeliveriesKey(userId), (sent = []) => [...sent, delivery.id])
  noteSent(userId)
  announce(`Sent: ${patientName}`)
}

/** The most rounds that pass by after repeated failures of the server: about eight minutes. */
const longestPause = 15

/**
 * Sends one user's waiting acts now, then every 30 s, and whenever the network or the user returns. While the server fails, the
 * pauses become longer. Returns a function that ends this.
 */
export function startSending(userId: string) {
  /** How many rounds of the timer still pass by, and how many passed by after the last failure of the server. */
  let [left, pause] = [0, 0]
  async function send() {
    // A browser that stores nothing has nothing old.
    if (await dropOldActions().catch(() => false)) await changed()
    await reportLostActions(userId).catch(() => undefined)
    pause = (await sendWaitingActions(userId)) ? Math.min(longestPause, 2 * pause + 1) : 0
    left = pause
  }
  const round = () => void send()
  const tick = () => {
    if (left > 0) left -= 1
    else round()
  }
  const stopListening = onUserReturn(round)
  const stopWaking = onWakeUp(round)
  const timer = setInterval(tick, everyMs)
  addEventListener('online', round)
  tabs.onmessage = () => void rereadUnsentWork()
  round()
  return () => {
    stopListening()
    stopWaking()
    clearInterval(timer)
    removeEventListener('online', round)
    tabs.onmessage = null
  }
}

/** Sends a refused act again, to be applied to the delivery's current version. */
export async function retryAction(userId: string, key: string) {
  await actionStore.retry(key)
  await sendWaitingActions(userId)
}

/**
 * Hands a refused act to the pharmacy with everything that was recorded. The act stays on this phone, because the pharmacy may
 * change the delivery so that the act succeeds.
 */
export async function handToPharmacy(userId: string, key: string) {
  const act = (await actionStore.of(userId)).find((one) => one.key === key)
  if (!act) return
  await sendUnsent(act)
  rereadDelivery(act.deliveryId)
  await actionStore.markReported(key)
  await changed()
}

/** Deletes an act from this phone. Screens offer this only to the person who did the act. */
export async function deleteAction(key: string) {
  await actionStore.remove([key])
  await changed()
}
