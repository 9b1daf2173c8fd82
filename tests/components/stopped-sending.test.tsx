import { expect, test, vi } from 'vitest'
import { actStore } from '../../web/features/deliveries/unsent/act-store.ts'
import { newCompletionValues } from '../../web/features/deliveries/unsent/completion-values.ts'
import type { DoorAct } from '../../web/features/deliveries/unsent/door-act.ts'
import { keepAndSend } from '../../web/features/deliveries/unsent/sending.ts'
import { installDeviceKeys } from '../../web/lib/kept/device-keys.ts'

const userId = 'user'
// The key with which this browser encrypts what it keeps: 32 zero bytes.
installDeviceKeys(async () => 'A'.repeat(43))
const act: DoorAct = {
  key: crypto.randomUUID(),
  userId,
  deliveryId: crypto.randomUUID(),
  patientName: '',
  version: 1,
  pressedAt: '2026-11-23T08:00:00Z',
  work: {
    kind: 'completion',
    data: { patient_signature: '' },
    photo: null,
    entered: { values: newCompletionValues(), strokes: [], signedAt: '' },
  },
}

test('an act whose sending was stopped is removed before another round of sending can begin', async () => {
  const stopped = AbortSignal.abort(new DOMException('Stopped', 'AbortError'))
  const held: (string | undefined)[] = []
  const remove = actStore.remove
  vi.spyOn(actStore, 'remove').mockImplementation(async (keys) => {
    held.push(...((await navigator.locks.query()).held ?? []).map(({ name }) => name))
    await remove(keys)
  })
  expect((await keepAndSend([act], { signal: stopped })).outcomes).toMatchObject([{ state: 'stopped' }])
  expect(held).toEqual(['carelane-acts'])
  expect(await actStore.of(userId)).toEqual([])
})
