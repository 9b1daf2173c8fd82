import { expect, test, vi } from 'vitest'
import { actionStore } from '../../web/features/deliveries/unsent/action-store.ts'
import { newCompletionValues } from '../../web/features/deliveries/unsent/completion-values.ts'
import type { DoorAction } from '../../web/features/deliveries/unsent/door-action.ts'
import { keepAndSend } from '../../web/features/deliveries/unsent/sending.ts'
import { installDeviceKeys } from '../../web/lib/device/device-keys.ts'

const userId = 'user'
// The key with which this browser encrypts what it keeps: 32 zero bytes.
installDeviceKeys(async () => 'A'.repeat(43))
const action: DoorAction = {
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

test('an action whose sending was stopped is removed before the next round of sending', async () => {
  const stopped = AbortSignal.abort(new DOMException('Stopped', 'AbortError'))
  const held: (string | undefined)[] = []
  const remove = actionStore.remove
  vi.spyOn(actionStore, 'remove').mockImplementation(async (keys) => {
    held.push(...((await navigator.locks.query()).held ?? []).map(({ name }) => name))
    await remove(keys)
  })
  expect((await keepAndSend([action], { signal: stopped })).outcomes).toMatchObject([{ state: 'stopped' }])
  expect(held).toEqual(['carelane-acts'])
  expect(await actionStore.of(userId)).toEqual([])
})
