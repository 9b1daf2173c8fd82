import type { Delivery } from '#shared/model/delivery.ts'
import { CallError } from '../../../lib/api/call-error.ts'
import { doorActionFailureText } from '../failure-text.ts'
import { othersChangesInWords } from '../status/stale-changes.ts'
import type { DoorAction } from './door-action.ts'

/** The result of sending an action, which is something that a user did with a package, such as a completion at a door. */
export type SendOutcome = { action: DoorAction } & (
  | { state: 'sent'; delivery: Delivery }
  /** No response came, the session has ended, or the action was not tried. */
  | { state: 'waiting'; error?: unknown }
  /** The server responded with an error that says nothing about the action itself, and may have carried out the action. */
  | { state: 'failed'; error: CallError }
  | { state: 'refused'; error: unknown }
  /** The user cancelled the request of this action or of an action before it. */
  | { state: 'stopped' }
)

/** The statuses of an action for which there was no response, or whose user has to sign in first. */
const waitingStatuses = [0, 401]

/** Whether a response says nothing about the action itself: a success without its body, a server error, a timeout or a rate limit. */
const isServerFailure = ({ status }: CallError) => status < 300 || status >= 500 || status === 408 || status === 429

const isStop = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Returns the server's reason for refusing an action, as text. */
export function refusalText(error: unknown): string {
  const changes = error instanceof CallError && error.changes ? othersChangesInWords(error.changes) : ''
  return changes || doorActionFailureText(error)
}

function outcomeOf(action: DoorAction, error: unknown): SendOutcome {
  if (isStop(error)) return { action, state: 'stopped' }
  if (error instanceof CallError && waitingStatuses.includes(error.status)) return { action, state: 'waiting', error }
  if (error instanceof CallError && isServerFailure(error)) return { action, state: 'failed', error }
  return { action, state: 'refused', error }
}

/** Returns the places of the actions in the list, grouped by delivery, in the order in which the actions were done. */
function placesByDelivery(actions: readonly DoorAction[]): number[][] {
  const places = new Map<string, number[]>()
  for (const [place, { deliveryId }] of actions.entries())
    places.set(deliveryId, [...(places.get(deliveryId) ?? []), place])
  return [...places.values()]
}

/**
 * Sends actions, those of each delivery in their order, and those of `atOnce` deliveries at the same time. If two actions concern the same
 * delivery, the second is sent with the version that the first produced, and waits if the first was not accepted. Once the network
 * fails or the user cancels, the remaining actions are not tried. Returns the outcomes in the order of the actions.
 */
export async function sendActions(
  actions: readonly DoorAction[],
  post: (action: DoorAction) => Promise<Delivery>,
  onOutcome: (outcome: SendOutcome) => Promise<void> = async () => undefined,
  atOnce = 1,
): Promise<SendOutcome[]> {
  const outcomes: SendOutcome[] = []
  const waiting = placesByDelivery(actions)
  /** The outcome of the remaining actions once sending has ended early. */
  let rest: 'waiting' | 'stopped' | undefined

  async function sendAll(places: readonly number[]) {
    let version: number | undefined
    let isBlocked = false
    for (const place of places) {
      const stored = actions[place]
      if (!stored) continue
      const action = { ...stored, version: version ?? stored.version }
      const outcome: SendOutcome =
        rest || isBlocked
          ? { action, state: rest ?? 'waiting' }
          : await post(action).then(
              (delivery) => ({ action, state: 'sent', delivery }),
              (error: unknown) => outcomeOf(action, error),
            )
      outcomes[place] = outcome
      if (outcome.state === 'sent') version = outcome.delivery.version
      else isBlocked = true
      if (outcome.state === 'stopped' || isWithoutNetwork(outcome)) rest = outcome.state
      await onOutcome(outcome)
    }
  }
  async function work() {
    for (let places = waiting.shift(); places; places = waiting.shift()) await sendAll(places)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

const isWithoutNetwork = (outcome: SendOutcome): outcome is SendOutcome & { state: 'waiting' } =>
  outcome.state === 'waiting' && outcome.error instanceof CallError && outcome.error.status === 0
