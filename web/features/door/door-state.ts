import type { CheckedCompletion, Signature } from '../deliveries/unsent/completion-values.ts'
import type { Stroke } from '../deliveries/unsent/strokes.ts'

/**
 * The answers and the signature that the second step shows and sends. If the user presses again in that step, the same data is
 * sent, because an earlier request may have succeeded unnoticed.
 */
export interface CompletionToConfirm {
  checked: CheckedCompletion
  signature: Signature
}

interface FailedAttempt {
  /** Whether the server refused a package because its delivery has changed. */
  isStale: boolean
  /** Whether the server responded with an error of its own, so that the same request may succeed if it is sent again. */
  hasServerFailed: boolean
}

/**
 * How far the completion at a door has come.
 * - `signing`: the first step is shown, with the problem or the failures that prevent the second step, if there are any.
 * - `doubting`: the first step is shown and asks about a drawing that does not look like a signature.
 * - `confirming`: the second step is shown, with the reasons why packages were not accepted, if they have already been sent.
 * - `sending`: the second step is shown while the packages are being sent.
 */
export type DoorStep =
  | { name: 'signing'; problem?: 'no ink' | 'nothing ticked'; failures?: readonly string[] }
  | { name: 'doubting' }
  | ({ name: 'confirming'; completion: CompletionToConfirm; failures?: readonly string[] } & Partial<FailedAttempt>)
  | { name: 'sending'; completion: CompletionToConfirm }

export interface CompletionState {
  step: DoorStep
  strokes: Stroke[]
  /** When the current signature, as it is drawn or written now, was first saved, in ISO format; '' until then. */
  signedAt: string
  /**
   * Whether the drawing is accepted even if it does not look like a signature, because the user has confirmed it or because the
   * draft was stored in the second step.
   */
  isInkAccepted: boolean
  /** The ids of the packages that the user has unticked, so that they are not handed over. */
  left: readonly string[]
  /** The collected cents, by the id of each package that the server has accepted or that waits on this phone to be sent. */
  settled: Readonly<Record<string, number>>
  /** The keys of the patients whose first delivery this is, as the server said when it refused a completion. */
  foundFirst: readonly string[]
  /** A counter. Incrementing it submits the form without a press of the form's button. */
  submits: number
}

export type DoorEvent =
  | { type: 'inked'; strokes: Stroke[] }
  /** The signature is drawn instead of written, the other way round, or written with another name. */
  | { type: 'written anew' }
  | { type: 'saved without ink' }
  | { type: 'saved without packages' }
  | { type: 'doubted' }
  | { type: 'weak ink accepted' }
  | { type: 'ticked'; id: string; isTicked: boolean }
  | { type: 'saved'; completion: CompletionToConfirm }
  | { type: 'went back' }
  | { type: 'sent' }
  | ({ type: 'answered'; settled: Readonly<Record<string, number>>; failures: readonly string[] } & FailedAttempt)
  /** The server refused a completion because it requires the answers for a first delivery. */
  | { type: 'found first'; settled: Readonly<Record<string, number>>; failures: readonly string[]; patients: string[] }

const inked = (state: CompletionState, strokes: Stroke[]): CompletionState => ({
  ...state,
  step: { name: 'signing' },
  strokes,
  signedAt: '',
  isInkAccepted: false,
})

const ticked = ({ left, ...state }: CompletionState, id: string, isTicked: boolean): CompletionState => ({
  ...state,
  step: { name: 'signing' },
  left: isTicked ? left.filter((other) => other !== id) : [...left, id],
})

/** Returns the state after an attempt that failed for some packages: the second step again, with the other packages `settled`. */
function answered(state: CompletionState, event: DoorEvent & { type: 'answered' }): CompletionState {
  if (state.step.name !== 'sending') return state
  const { failures, isStale, hasServerFailed } = event
  const step = { name: 'confirming' as const, completion: state.step.completion, failures, isStale, hasServerFailed }
  return { ...state, step, settled: { ...state.settled, ...event.settled } }
}

export function doorReducer(state: CompletionState, event: DoorEvent): CompletionState {
  const { step, submits } = state
  switch (event.type) {
    case 'inked':
      return inked(state, event.strokes)
    case 'written anew':
      return { ...state, signedAt: '' }
    case 'saved without ink':
      return { ...state, step: { name: 'signing', problem: 'no ink' } }
    case 'saved without packages':
      return { ...state, step: { name: 'signing', problem: 'nothing ticked' } }
    case 'doubted':
      return { ...state, step: { name: 'doubting' } }
    case 'weak ink accepted':
      return { ...state, step: { name: 'signing' }, isInkAccepted: true, submits: submits + 1 }
    case 'ticked':
      return ticked(state, event.id, event.isTicked)
    case 'saved':
      return {
        ...state,
        step: { name: 'confirming', completion: event.completion },
        signedAt: event.completion.signature.signedAt,
      }
    case 'went back':
      return step.name === 'confirming' ? { ...state, step: { name: 'signing' } } : state
    case 'sent':
      return step.name === 'confirming' ? { ...state, step: { name: 'sending', completion: step.completion } } : state
    case 'answered':
      return answered(state, event)
    case 'found first':
      return {
        ...state,
        step: { name: 'signing', failures: event.failures },
        settled: { ...state.settled, ...event.settled },
        foundFirst: [...state.foundFirst, ...event.patients],
        submits: submits + 1,
      }
  }
}
