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

/** With this channel, the tabs of this browser notify each other when the stored actions may have changed. */
const tabs = new BroadcastChannel('carelane-acts')

function changed() {
  tabs.postMessage('changed')
  return rereadUnsentWork()
}

/** Returns the token of the session in which an action was done, if this is another session than the present one. */
async function endedSessionOf({ token }: Pick<DoorAction, 'token'>): Promise<string | undefined> {
  const { access } = await pageTokenCookies.read()
  return token && access && readClaims(token).sid !== readClaims(access).sid ? token : undefined
}

async function post(
  { key, deliveryId: id, version, work, ...action }: DoorAction,
  control?: UploadControl,
): Promise<Delivery> {
  await sendRunActions(action.userId)
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
      actionStore.noteUpload({ key, deliveryId: id, version, work, ...action }, uploaded).catch(() => undefined),
  })
  if (work.kind === 'completion')
    return sendWithPhoto(completeDelivery, {
      ...sentWithPhoto(work.data),
      endedSession: await endedSessionOf(action),
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

/** Runs `work` once no other actions are being sent in this tab or, in browsers with Web Locks, in another tab. */
const alone = <T>(work: () => Promise<T>) => runExclusively('carelane-acts', work)

/**
 * Sends what waits on this phone about the run, because a package must have gone out before anything happens to it at a door. Returns
 * the actions with the versions that their deliveries have then. Without a network, returns the actions as they are.
 */
async function afterRunActions(actions: readonly DoorAction[]): Promise<readonly DoorAction[]> {
  const userId = actions[0]?.userId ?? ''
  await sendRunActions(userId).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
  const stored = await actionStore.of(userId)
  return actions.map((action) => stored.find(({ key }) => key === action.key) ?? action)
}

/** If the server accepted an action, removes the action from the phone and shows the delivery as the server returned it. */
async function settle(outcome: SendOutcome) {
  if (outcome.state !== 'sent') return
  updateCachedDelivery(outcome.delivery)
  await actionStore.settle(outcome.action, outcome.delivery.version).catch(() => undefined)
}

/** The keys of the actions that `keepAndSend` is about to send, so that a round of waiting actions leaves them to it. */
const inHand = new Set<string>()

const returnsToForm = ({ state }: SendOutcome) => state === 'refused' || state === 'failed' || state === 'stopped'

const notStoredText =
  'There is no connection, and this phone has no room to keep what you recorded. Stay on this page and try again once you are connected.'

/** Says of an action for which no response came that it is nowhere but on the screen. */
function withNotStoredText(outcome: SendOutcome): SendOutcome {
  if (outcome.state !== 'waiting' || !(outcome.error instanceof CallError) || outcome.error.status !== 0) return outcome
  return { ...outcome, error: new BrowserError(notStoredText, { cause: outcome.error }) }
}

/**
 * Stores actions on this phone and sends them. If the server refuses an action or fails, or the user stops it, the action is removed before
 * any other round may send it, and the user continues in the form. If no response comes, the action stays stored and is sent later,
 * unless the phone could not store it.
 */
export async function keepAndSend(done: readonly DoorAction[], control?: UploadControl) {
  const { access: token } = await pageTokenCookies.read()
  const actions = done.map((action) => (token ? { ...action, token } : action))
  for (const { key } of actions) inHand.add(key)
  const stored = await actionStore.keep(actions)
  const isStored = stored !== undefined
  if (isStored) void navigator.storage?.persist?.()
  try {
    const outcomes = await alone(async () => {
      const sent = await sendActions(
        await afterRunActions(stored ?? actions),
        (action) => post(action, control),
        settle,
      )
      if (!isStored) return sent.map(withNotStoredText)
      await actionStore.remove(sent.filter(returnsToForm).map(({ action }) => action.key))
      return sent
    })
    if (isStored && outcomes.some(({ state }) => state === 'waiting')) void askForWakeUp().catch(() => undefined)
    return { outcomes, isStored }
  } finally {
    for (const { key } of actions) inHand.delete(key)
    await changed()
  }
}

/**
 * Like `keepAndSend`, but throws if the server refuses an action or fails, or if no response comes to an action that the phone could not
 * store. Otherwise `isWaiting` says whether an action is stored on this phone, to be sent later.
 */
export async function keepAndSendOrThrow(actions: readonly DoorAction[]) {
  const { outcomes, isStored } = await keepAndSend(actions)
  for (const outcome of outcomes) {
    if (
      outcome.state === 'refused' ||
      outcome.state === 'failed' ||
      (outcome.state === 'waiting' && !isStored && outcome.error)
    )
      throw outcome.error
  }
  return { isWaiting: outcomes.some(({ state }) => state === 'waiting') }
}

/** Whether this page is sending waiting actions. A second call of `sendWaitingActions` then returns at once. */
let isSending = false

const hasWaiting = async (userId: string) =>
  (await hasRunActions(userId)) || (await actionStore.of(userId)).some(({ refusal }) => refusal === undefined)

/** How many deliveries are sent for at the same time. A phone that has just left a basement has little bandwidth. */
const deliveriesAtOnce = 3

/** Sends one user's waiting actions. Resolves to true if the server failed for some, so that it should be left alone for a while. */
export async function sendWaitingActions(userId: string): Promise<boolean> {
  if (isSending || !(await hasWaiting(userId))) return false
  isSending = true
  let areSomeFailed = false
  try {
    await sendRunActions(userId)
    await alone(async () => {
      // The actions on a delivery with a refused action must wait until the refusal is resolved.
      const all = await actionStore.of(userId)
      const refused = new Set(all.filter(({ refusal }) => refusal !== undefined).map(({ deliveryId }) => deliveryId))
      const waiting = all.filter(({ deliveryId, key }) => !refused.has(deliveryId) && !inHand.has(key))
      let isCompleted = false
      const onOutcome = async (outcome: SendOutcome) => {
        await settle(outcome)
        areSomeFailed ||= outcome.state === 'failed'
        if (outcome.state === 'sent') {
          show(userId, outcome.action, outcome.delivery)
          isCompleted ||= outcome.action.work.kind === 'completion'
        }
        if (outcome.state !== 'refused') return
        // Without room for the reason, the action waits, and the server refuses it again.
        await actionStore.refuse(outcome.action, refusalText(outcome.error)).catch(() => undefined)
        rereadDelivery(outcome.action.deliveryId)
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
 * Sends one user's waiting actions now, then every 30 s, and whenever the network or the user returns. While the server fails, the
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

/** Sends a refused action again, to be applied to the delivery's current version. */
export async function retryAction(userId: string, key: string) {
  await actionStore.retry(key)
  await sendWaitingActions(userId)
}

/**
 * Hands a refused action to the pharmacy with everything that was recorded. The action stays on this phone, because the pharmacy may
 * change the delivery so that the action succeeds.
 */
export async function handToPharmacy(userId: string, key: string) {
  const action = (await actionStore.of(userId)).find((one) => one.key === key)
  if (!action) return
  await sendUnsent(action)
  rereadDelivery(action.deliveryId)
  await actionStore.markReported(key)
  await changed()
}

/** Deletes an action from this phone. Screens offer this only to the person who did the action. */
export async function deleteAction(key: string) {
  await actionStore.remove([key])
  await changed()
}
