import { beforeEach, expect, test } from 'vitest'
import { changeStatus, listTimeRanges } from '#shared/api/deliveries.ts'
import { loadPackage, unloadPackage } from '#shared/api/runs.ts'
import type { CallFunction } from '../../web/lib/api/caller.ts'
import { createIdempotentCall } from '../../web/lib/api/idempotent-call.ts'

/** The idempotency keys of the calls that were sent. */
let keys: (string | undefined)[]
let isLost: boolean

const send: CallFunction = async (_, { headers }) => {
  keys.push(headers?.['idempotency-key'])
  if (isLost) throw new Error('no response')
  return { body: undefined as never, next: undefined }
}
const call = () => createIdempotentCall(send)
const params = { date: '2026-11-24', user_id: 'u1' }
const load = (code = 'A1') => ({ params, body: { code } })

beforeEach(() => {
  keys = []
  isLost = false
})

async function callWithoutResponse(attempt: () => Promise<unknown>) {
  isLost = true
  await expect(attempt()).rejects.toThrow('no response')
  isLost = false
}

test('a failed call repeats with its key, and a call after a success has a new one', async () => {
  const once = call()
  await callWithoutResponse(() => once(loadPackage, load()))
  await callWithoutResponse(() => once(loadPackage, load()))
  await once(loadPackage, load())
  await once(loadPackage, load())
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(keys[0] ?? '')])
})

test('another input, another call and another version each have their own key', async () => {
  const once = call()
  const change = (version: string) => ({
    params: { id: 'd1' },
    body: { status: 'cancelled' as const, notes: '' },
    headers: { 'if-match': version },
  })
  await callWithoutResponse(() => once(loadPackage, load()))
  await callWithoutResponse(() => once(loadPackage, load('B2')))
  await callWithoutResponse(() => once(unloadPackage, { params, body: { delivery_id: 'd1' } }))
  await callWithoutResponse(() => once(changeStatus, change('1')))
  await callWithoutResponse(() => once(changeStatus, change('2')))
  expect(new Set(keys).size).toBe(5)
})

test('a form keeps its key until its data or its photo changes', async () => {
  const once = call()
  const photo = (name: string) => new File(['photo'], name, { lastModified: 1 })
  const form = (data: string, file: File) => {
    const form = new FormData()
    form.append('data', data)
    form.append('delivery_photo', file)
    return { params: { id: 'd1' }, form }
  }
  for (const input of [
    form('{}', photo('a')),
    form('{}', photo('a')),
    form('{"x":1}', photo('a')),
    form('{}', photo('b')),
  ])
    await callWithoutResponse(() => once(changeStatus, input))
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

test('a key that the caller gives is used, and calls without keys get none', async () => {
  const once = call()
  await once(loadPackage, { ...load(), headers: { 'idempotency-key': 'given' } })
  await once(listTimeRanges, {})
  expect(keys).toEqual(['given', undefined])
})
