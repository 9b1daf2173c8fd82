import { reportUnsent } from '#shared/api/attempts.ts'
import { endedSessionHeader } from '#shared/api/ended-session-header.ts'
import { refusalTextLimit } from '#shared/model/refused-action.ts'
import { call } from '../../../lib/api/call.ts'
import { buildPhotoForm } from '../../photo/photo-form.ts'
import { actionStore } from './action-store.ts'
import type { DoorAction } from './door-action.ts'

const neverSent = 'The driver was signed out before this was sent'

/** Returns the part `data` of a form. */
const dataOf = (form: FormData): object => JSON.parse(String(form.get('data')))

async function formOf({ deliveryId: id, work, refusal = neverSent, pressedAt }: DoorAction) {
  const report = { kind: work.kind, refusal: refusal.slice(0, refusalTextLimit), captured_at: pressedAt }
  const data = work.kind === 'completion' ? work.data : work.kind === 'attempt' ? work.body : {}
  const { photo, uploaded } = work.kind === 'return' ? {} : work
  const { form } = await buildPhotoForm({ delivery: { id, version: undefined }, data, photo: photo ?? null, uploaded })
  const recorded = work.kind === 'return' ? {} : { [work.kind]: dataOf(form) }
  form.set('data', JSON.stringify({ ...report, ...recorded }))
  return form
}

/** Hands an action to the pharmacy with everything that was recorded. With `token`, on behalf of the session that has ended. */
export async function sendUnsent(action: DoorAction, token?: string) {
  await call(reportUnsent, {
    params: { id: action.deliveryId },
    headers: { 'idempotency-key': crypto.randomUUID(), ...(token && { [endedSessionHeader]: token }) },
    form: await formOf(action),
  })
}

/** Returns the actions on this phone that can be handed to the pharmacy without a sign-in. */
export const readActionsOfEndedSessions = async () =>
  (await actionStore.readable()).filter(({ token, isReported }) => token && !isReported)

/** Hands all actions on this phone to the pharmacy, by the tokens of the sessions in which they were done. */
export async function handActionsToPharmacy() {
  for (const action of await readActionsOfEndedSessions()) {
    await sendUnsent(action, action.token)
    await actionStore.refuse(action, action.refusal ?? neverSent)
    await actionStore.markReported(action.key)
  }
}
