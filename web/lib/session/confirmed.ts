import { confirmationHeader } from '#shared/api/confirmation-header.ts'
import { notConfirmed } from '#shared/rules/sign-in-refusals.ts'
import { BrowserError } from '../api/browser-error.ts'
import { CallError } from '../api/call-error.ts'
import { createListeners } from '../browser/listeners.ts'

/** A call waits for its person to prove that it is them. `settle` takes the confirmation; undefined: they would rather not. */
export interface IdentityQuestion {
  settle: (confirmation: string | undefined) => void
}

const listeners = createListeners()
let question: IdentityQuestion | undefined

/** What the dialog has to ask at the moment. */
export const identityQuestion = { subscribe: listeners.subscribe, read: () => question }

function pose(next: IdentityQuestion | undefined) {
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

/** The newest confirmation: the server says when it does not serve any more. */
let kept: string | undefined

/**
 * Sends a call that may take more than a session. Where the server asks who it is, the person is asked, and the same call goes on:
 * whatever was typed or begun before stays.
 */
export async function confirmed<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const sendNow = () => send(kept === undefined ? {} : { [confirmationHeader]: kept })
  try {
    return await sendNow()
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 403 || error.detail !== notConfirmed) throw error
    kept = await ask()
    if (kept === undefined) throw new BrowserError(notConfirmed, { cause: error })
    return sendNow()
  }
}
