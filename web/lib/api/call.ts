import { signedOutForIdlenessText } from '#shared/rules/sign-in-refusals.ts'
import { connection } from '../browser/connection.ts'
import { untilIdle } from '../browser/idle.ts'
import { loadPart } from '../browser/load-part.ts'
import { pageRelease } from '../browser/release.ts'
import { reload } from '../browser/reload.ts'
import { runExclusively } from '../browser/run-exclusively.ts'
import { accountAndAdminToast } from '../browser/toast.ts'
import { setServerTime } from '../session/clock.ts'
import { lastUseTime } from '../session/last-use-time.ts'
import { sessionStore } from '../session/session.ts'
import { announceSignedOut } from '../session/session-events.ts'
import { pageTokenCookies } from '../session/tokens.ts'
import { CallError, unreachableText } from './call-error.ts'
import { createCaller, type RawResponse, type SentRequest } from './caller.ts'
import { takeEarlyResponse } from './early-calls.ts'
import { knownAnswers } from './known-answers.ts'
import { loadedTransport } from './loaded-transport.ts'
import { unreadableAnswerErrorStore } from './unread-answers.ts'
import { waitingCount } from './waiting-count.ts'
import { withConfirmedIdentity } from './with-confirmed-identity.ts'

/** After this time without a press of a pointer or a key, a call counts as made in the background. */
const quietMs = 60_000

/** Imports the code that uses Amplify, dynamically, so that the build puts it into a file of its own. */
const importTransport = () => import('./amplify-transport.ts')

// The first calls of most pages are made early, so nothing needs the transport before the first picture. A failure is ignored here,
// because the first call that needs the transport reports it.
untilIdle()
  .then(importTransport)
  .catch(() => undefined)

/**
 * The calls of the contract reach the server in four ways:
 * - Amplify's REST verbs make nearly every call (`amplify-transport.ts`).
 * - `fetch` makes a DELETE with a body, in the same file, because Amplify's `del` takes none.
 * - XMLHttpRequest sends forms with files (`upload.ts`), because only it reports the progress of an upload.
 * - `fetch` makes the first calls of a page (`early-calls.ts`) before Amplify's code has loaded. `send` uses their responses.
 */
async function send(request: SentRequest): Promise<RawResponse> {
  const early = takeEarlyResponse(request)?.catch((cause: unknown) => {
    throw new CallError({ status: 0, detail: unreachableText }, { cause })
  })
  const transport = () => loadedTransport.send ?? loadPart(importTransport).then(({ send }) => send)
  const answered = await (early ?? (await transport())(request)).catch((error: unknown) => {
    if (error instanceof CallError) connection.noteSilence()
    throw error
  })
  connection.noteAnswer()
  setServerTime(answered.headers.date)
  return answered
}

/** Calls the API, typed from the contract. Rejects with a CallError, or with the signal's reason if an upload is cancelled. */
export const call = createCaller({
  send,
  tokens: pageTokenCookies,
  exclusively: (work) => runExclusively('carelane-tokens', work),
  now: () => performance.now(),
  known: knownAnswers,
  signedOut(wasAway) {
    announceSignedOut()
    if (wasAway) accountAndAdminToast.error(signedOutForIdlenessText)
  },
  isBackground: () => Date.now() - lastUseTime() > quietMs,
  waiting: waitingCount.read,
  owner: () => {
    const session = sessionStore.read()
    return session.state === 'in' ? session.user.id : undefined
  },
  overtaken: () => void reload(),
  confirmed: withConfirmedIdentity,
  release: pageRelease,
  unread: unreadableAnswerErrorStore.announce,
})
