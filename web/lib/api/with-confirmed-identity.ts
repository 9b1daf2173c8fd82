import { confirmationHeader } from '#shared/api/confirmation-header.ts'
import { identityNotConfirmedText } from '#shared/rules/sign-in-refusals.ts'
import { createListeners } from '../browser/listeners.ts'
import { BrowserError } from './browser-error.ts'
import { CallError } from './call-error.ts'

/**
 * A call that waits until the user has confirmed their identity. The dialog calls `settle` with the confirmation, or with undefined
 * if the user cancels.
 */
export interface PendingConfirmation {
  settle: (confirmation: string | undefined) => void
}

const listeners = createListeners()
let question: PendingConfirmation | undefined

/** Holds the call for which a dialog is asking the user to confirm their identity. `read` returns undefined if there is none. */
export const identityQuestionStore = { subscribe: listeners.subscribe, read: () => question }

function pose(next: PendingConfirmation | undefined) {
  question = next
  listeners.notify()
}

const ask = () =>
  new Promise<string | undefined>((resolve) =>
    pose({
      settle(confirmation) {
        pose(undefined)
        resolve(confirmation)
      },
    }),
  )

/** The most recent confirmation. Only the server knows when it has expired. */
let storedProof: string | undefined

/**
 * Sends a call for which the server may demand a confirmed identity. If it does, the user is asked to confirm it and the call is
 * sent again, so that nothing the user has typed is lost. If the user cancels, the function throws a BrowserError.
 */
export async function withConfirmedIdentity<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const sendNow = () => send(storedProof === undefined ? {} : { [confirmationHeader]: storedProof })
  try {
    return await sendNow()
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 403 || error.detail !== identityNotConfirmedText) throw error
    storedProof = await ask()
    if (storedProof === undefined) throw new BrowserError(identityNotConfirmedText, { cause: error })
    return sendNow()
  }
}
