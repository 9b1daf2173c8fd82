import { useRef, useState } from 'react'
import { readDelivery } from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmedText } from '#shared/model/completion.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import { BrowserError } from '../../lib/api/browser-error.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, unreachableText } from '../../lib/api/call-error.ts'
import type { UploadProgress } from '../../lib/api/upload.ts'
import { toast } from '../../lib/browser/toast.ts'
import { serverNow } from '../../lib/session/clock.ts'
import { rereadDelivery } from '../deliveries/delivery-cache.ts'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'
import { completionBody } from '../deliveries/unsent/completion-values.ts'
import type { DoorAction, EnteredDoorValues } from '../deliveries/unsent/door-action.ts'
import { refusalText, type SendOutcome } from '../deliveries/unsent/send-actions.ts'
import { keepAndSend } from '../deliveries/unsent/sending.ts'
import { patientKey, splitAmount } from './door-packages.ts'
import type { CompletionToConfirm } from './door-state.ts'

const stopped = 'Sending stopped. What you entered is still here.'

export interface HandOverRequest {
  completion: CompletionToConfirm
  /** The packages that are handed over now. Packages that were left out or accepted earlier are not among them. */
  packages: readonly DeliveryAtDoor[]
  /** The part of the collected sum that belongs to packages accepted earlier, in cents. */
  spent: number
  keys: Readonly<Record<string, string>>
  isFirst: (patient: string) => boolean
  photo: File | null
  entered: EnteredDoorValues
  userId: string
  /** True if the deliveries have changed in the meantime, but the driver was told so and completes them anyway. */
  isAnyway: boolean
}

/** The result of an attempt to hand over packages at a door. */
export interface HandOverResult {
  /** The collected cents, by the id of each package that the server has accepted or that waits on this phone to be sent. */
  settled: Record<string, number>
  /** The reasons why the other packages were not accepted. */
  failures: string[]
  /** The keys of the patients for whose first delivery the server requires answers. */
  foundFirst: string[]
  isStale: boolean
  /** Whether the server responded with an error of its own. */
  hasServerFailed: boolean
  /** Whether the completion of at least one package is stored on this phone, to be sent when there is a signal. */
  isWaiting: boolean
  /**
   * Whether one of the packages that failed was not refused: the server failed, or no response came. The server may have accepted
   * that package.
   */
  isUnanswered: boolean
}

const newestVersion = async ({ id }: DeliveryRow | DeliveryAtDoor) =>
  (await call(readDelivery, { params: { id } })).body.version

async function actionsOf(
  handOver: HandOverRequest,
): Promise<{ actions: DoorAction[]; shares: Record<string, number> }> {
  const { completion, packages, spent, keys, isFirst, photo, entered, userId, isAnyway } = handOver
  const { checked, signature } = completion
  const shares = splitAmount(Math.max(0, toCents(checked.amount || 0) - spent), packages)
  const pressedAt = serverNow().toISOString()
  const actions = packages.map(async (delivery, i): Promise<DoorAction> => {
    const patient = patientKey(delivery)
    const amount = toDollars(shares[delivery.id] ?? 0)
    return {
      key: keys[delivery.id] ?? crypto.randomUUID(),
      userId,
      deliveryId: delivery.id,
      pressedAt,
      patientName: delivery.patient_name,
      version: isAnyway ? await newestVersion(delivery) : delivery.version,
      work: {
        kind: 'completion',
        data: completionBody(checked, signature, { patient, isFirst: isFirst(patient), amount }),
        // The photo shows all packages, so only the first of them is sent with the photo.
        photo: i === 0 ? photo : null,
        entered,
      },
    }
  })
  return { actions: await Promise.all(actions), shares }
}

const isFirstDeliveryQuestion = (outcome: SendOutcome) =>
  outcome.state === 'refused' &&
  outcome.error instanceof CallError &&
  outcome.error.problems.some(({ msg }) => msg === firstDeliveryUnconfirmedText)

function failureOf(outcome: SendOutcome): string {
  if (outcome.state === 'stopped') return stopped
  if (outcome.state === 'waiting' && outcome.error instanceof BrowserError) return outcome.error.detail
  return outcome.state === 'refused' || outcome.state === 'failed' ? refusalText(outcome.error) : unreachableText
}

/** Summarises the outcomes of all packages. If there are several, each refusal names its patient. */
function resultOf(
  outcomes: readonly SendOutcome[],
  { packages }: HandOverRequest,
  { shares, isStored }: { shares: Record<string, number>; isStored: boolean },
): HandOverResult {
  const isTaken = ({ state }: SendOutcome) => state === 'sent' || (state === 'waiting' && isStored)
  const failed = outcomes.filter((outcome) => !isTaken(outcome))
  const named = (outcome: SendOutcome) =>
    packages.length > 1 && (outcome.state === 'refused' || outcome.state === 'failed')
      ? `${outcome.action.patientName}: ${failureOf(outcome)}`
      : failureOf(outcome)
  const keyOf = ({ action }: SendOutcome) =>
    packages.filter(({ id }) => id === action.deliveryId).map((delivery) => patientKey(delivery))
  return {
    settled: Object.fromEntries(
      outcomes.filter(isTaken).map(({ action }) => [action.deliveryId, shares[action.deliveryId] ?? 0]),
    ),
    failures: [...new Set(failed.map(named))],
    foundFirst: [...new Set(failed.filter(isFirstDeliveryQuestion).flatMap(keyOf))],
    isStale: failed.some(
      (outcome) =>
        outcome.state === 'refused' && outcome.error instanceof CallError && outcome.error.changes !== undefined,
    ),
    hasServerFailed: failed.some(({ state }) => state === 'failed'),
    isWaiting: isStored && outcomes.some(({ state }) => state === 'waiting'),
    isUnanswered: failed.some(({ state }) => state !== 'refused'),
  }
}

/** Reads again the deliveries whose completion the server refused because they have changed (409) or no longer exist (404). */
function rereadRefused(outcomes: readonly SendOutcome[]) {
  for (const outcome of outcomes) {
    if (outcome.state !== 'refused' || !(outcome.error instanceof CallError)) continue
    if (outcome.error.status === 409 || outcome.error.status === 404) rereadDelivery(outcome.action.deliveryId)
  }
}

/**
 * Returns `send`, which stores the completion at a door on this phone and sends it, `stop`, which cancels the sending, and the
 * `progress` of sending.
 */
export function useHandOver() {
  const [progress, setProgress] = useState<UploadProgress>()
  const stopper = useRef<AbortController>(undefined)

  async function send(handOver: HandOverRequest): Promise<HandOverResult> {
    const control = new AbortController()
    stopper.current = control
    try {
      const { actions, shares } = await actionsOf(handOver)
      const { outcomes, isStored } = await keepAndSend(actions, {
        signal: control.signal,
        onProgress: setProgress,
      })
      rereadRefused(outcomes)
      const result = resultOf(outcomes, handOver, { shares, isStored })
      for (const failure of result.failures) if (failure !== stopped) toast.error(failure)
      return result
    } finally {
      setProgress(undefined)
    }
  }
  return { send, stop: () => stopper.current?.abort(), progress }
}
