import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readDelivery } from '#shared/api/deliveries.ts'
import type { Delivery, DeliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import type { Progress } from '../../lib/api/upload.ts'
import { toast } from '../../lib/browser/toast.ts'
import { rereadDelivery } from '../deliveries/delivery-cache.ts'
import { completionFailure } from '../deliveries/failure-text.ts'
import { changesInWords } from '../deliveries/status/stale-changes.ts'
import { type CheckedCompletion, completionBody, type Signature } from '../deliveries/unsent/completion-values.ts'
import { sendCompletion } from '../deliveries/unsent/send-completion.ts'
import { sharesOf } from './companions.tsx'

/** What the second step shows and sends. Every attempt sends the same, even if the first one has already succeeded. */
export interface Confirming {
  checked: CheckedCompletion
  signature: Signature
  isFirst: boolean
}

interface Attempt extends Confirming {
  photo: File | null
  /** The delivery was changed meanwhile, and the driver knows what of it. */
  isAnyway: boolean
}

interface SendingOptions {
  delivery: DeliveryRow
  /** What is handed over with it, by the same signature: each keeps a record of its own. */
  companions: readonly RunDelivery[]
  idempotencyKey: string
  onCompleted: (completed: readonly Delivery[]) => void
  onRefused: (error: CallError) => void
}

export type Sending = ReturnType<typeof useSending>

const stopped = 'Sending was stopped. What you entered is kept.'

function failureOf(error: unknown) {
  if (error instanceof DOMException && error.name === 'AbortError') return stopped
  const changed = error instanceof CallError && error.changes ? changesInWords(error.changes) : ''
  return changed || completionFailure(error)
}

/** Sends the completion, tells how far it is, and can be stopped. */
export function useSending({ delivery, companions, idempotencyKey, onCompleted, onRefused }: SendingOptions) {
  const [progress, setProgress] = useState<Progress>()
  const stopper = useRef<AbortController>(undefined)
  // Every attempt sends each of them with the same key.
  const [companionKeys] = useState(() => new Map<string, string>())
  const keyOf = (id: string) => {
    const key = companionKeys.get(id) ?? crypto.randomUUID()
    companionKeys.set(id, key)
    return key
  }

  async function send({ checked, signature, isFirst, photo, isAnyway }: Attempt) {
    const control = new AbortController()
    stopper.current = control
    const newestOf = async (one: DeliveryRow) =>
      isAnyway ? (await call(readDelivery, { params: { id: one.id } })).body : one
    const data = completionBody(checked, signature, isFirst)
    const { shares, rest } = sharesOf(checked.amount || 0, companions)
    const sent = { data: { ...data, amount: rest }, control: { signal: control.signal, onProgress: setProgress } }
    const completed = [await sendCompletion({ ...sent, delivery: await newestOf(delivery), photo, idempotencyKey })]
    for (const one of companions) {
      const own = { ...data, amount: shares.get(one.id) ?? 0 }
      completed.push(
        await sendCompletion({
          ...sent,
          data: own,
          delivery: await newestOf(one),
          photo: null,
          idempotencyKey: keyOf(one.id),
        }),
      )
    }
    return completed
  }

  const sending = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onSuccess: onCompleted,
    onError: (error) => {
      if (failureOf(error) !== stopped) toast.error(failureOf(error))
      const known = error instanceof CallError ? error : new CallError({ status: 0, detail: stopped }, { cause: error })
      if (known.status === 409 || known.status === 404) rereadDelivery(delivery.id)
      onRefused(known)
    },
    onSettled: () => setProgress(undefined),
  })
  return {
    send: (attempt: Attempt) => sending.mutate(attempt),
    stop: () => stopper.current?.abort(),
    reset: sending.reset,
    isPending: sending.isPending,
    failure: sending.error ? failureOf(sending.error) : undefined,
    /** Somebody has changed the delivery since it was read. */
    isStale: sending.error instanceof CallError && sending.error.changes !== undefined,
    progress,
  }
}
