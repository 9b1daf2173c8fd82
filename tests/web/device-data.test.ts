import 'fake-indexeddb/auto'
import { randomBytes, randomUUID } from 'node:crypto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { actionStore } from '../../web/features/deliveries/unsent/action-store.ts'
import type { DoorAction } from '../../web/features/deliveries/unsent/door-action.ts'
import { dropOldActions, forgetLostAction, lostActionsOf } from '../../web/features/deliveries/unsent/sealed-actions.ts'
import { connection } from '../../web/lib/browser/connection.ts'
import { deviceKeyOf, forgetDeviceKeys, installDeviceKeys, knownDeviceKey } from '../../web/lib/device/device-keys.ts'
import { openSealed, seal } from '../../web/lib/device/encrypt-value.ts'
import { forgetOutdated } from '../../web/lib/device/forget-outdated.ts'
import { canKeepWork, storedValues } from '../../web/lib/device/stored-values.ts'

/** The keys that the server has, and how often this browser has asked for one. */
const server = { keys: new Map<string, string>(), requests: 0, signedIn: '' }

let driver: string
beforeEach(() => {
  driver = randomUUID()
  server.signedIn = driver
  server.requests = 0
  installDeviceKeys(async (userId, device) => {
    server.requests += 1
    if (userId !== server.signedIn) return undefined
    const place = `${userId} ${device}`
    const key = server.keys.get(place) ?? randomBytes(32).toString('base64url')
    server.keys.set(place, key)
    return key
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  connection.noteAnswer()
})
afterEach(async () => {
  vi.useRealTimers()
  await forgetDeviceKeys()
})

const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000)

const anAction = (userId = driver): DoorAction => ({
  key: randomUUID(),
  userId,
  deliveryId: randomUUID(),
  patientName: 'Ida Sealed',
  version: 3,
  pressedAt: '2026-11-28T14:00:00.000Z',
  work: { kind: 'attempt', body: { reason: 'no_answer', note: 'Dog barked' } },
})

async function storedActions() {
  const database = await openDB('carelane-acts')
  const all: unknown[] = await database.getAll('acts')
  database.close()
  return all
}

it('an encrypted value, including files, can be read only with its key and by its owner', async () => {
  const key = await deviceKeyOf(driver)
  if (!key) throw new Error('There is no key')
  const photo = new File([new Uint8Array([1, 2, 3])], 'door.jpg', { type: 'image/jpeg', lastModified: 5 })
  const value = { name: 'Ida', photo, rows: [{ second: new File(['abc'], 'b.txt') }, null], left: undefined }
  const sealed = await seal(key, driver, value)
  const opened = await openSealed<typeof value>(key, driver, sealed)
  expect([opened.name, opened.photo.name, opened.photo.type, opened.photo.lastModified]).toEqual([
    'Ida',
    'door.jpg',
    'image/jpeg',
    5,
  ])
  expect([...new Uint8Array(await opened.photo.arrayBuffer())]).toEqual([1, 2, 3])
  expect(await opened.rows[0]?.second.text()).toBe('abc')
  await expect(openSealed(key, 'somebody else', sealed)).rejects.toThrow()
  expect(Buffer.from(sealed.data).toString()).not.toContain('Ida')
})

it('the key cannot be extracted and is requested from the server once', async () => {
  const key = await deviceKeyOf(driver)
  expect(key?.extractable).toBe(false)
  expect(await deviceKeyOf(driver)).toBe(key)
  expect(server.requests).toBe(1)
})

it('the key is requested even if other work reads stored values at the same time', async () => {
  const look = async () => {
    for (let i = 0; i < 5; i++) await knownDeviceKey(driver)
  }
  const looks = [look(), look()]
  const key = await deviceKeyOf(driver)
  expect(key).toBeDefined()
  await Promise.all(looks)
  expect(await knownDeviceKey(driver)).toBe(key)
  expect(server.requests).toBe(1)
})

it('a key that is needed while the page still opens is requested as soon as the app knows how', async () => {
  vi.resetModules()
  const opening = await import('../../web/lib/device/device-keys.ts')
  const key = opening.deviceKeyOf(driver)
  await new Promise((resolve) => setTimeout(resolve, 50))
  opening.installDeviceKeys(async () => randomBytes(32).toString('base64url'))
  expect(await key).toBeDefined()
})

/** Returns the kinds of values that are stored for a user, readable or not. */
async function storedKinds(owner = driver) {
  const database = await openDB('carelane-kept')
  const places = await database.getAllKeys('values')
  database.close()
  return places.flatMap((place) => (Array.isArray(place) && place[0] === owner ? [String(place[1])] : [])).sort()
}

it('after a day without the server, the key and what only shows data are deleted, and what waits to be sent stays', async () => {
  await storedValues.keep(driver, 'session', { name: 'Ida Sealed' })
  await storedValues.keep(driver, 'run', { patient: 'Ida Sealed' })
  await storedValues.keep(driver, 'run-acts', ['started'])
  const action = anAction()
  await actionStore.keep([action])
  pass(23)
  await forgetOutdated()
  expect(await storedValues.read(driver, 'run')).toEqual({ patient: 'Ida Sealed' })
  pass(2)
  expect(await knownDeviceKey(driver)).toBeUndefined()
  expect(await storedValues.read(driver, 'run')).toBeUndefined()
  await forgetOutdated()
  expect(await storedKinds()).toEqual(['run-acts'])
  await deviceKeyOf(driver)
  expect(await storedValues.read(driver, 'run-acts')).toEqual(['started'])
  expect(await actionStore.of(driver)).toEqual([action])
})

it('what another user has left is deleted at the next sign-in, but for what waits to be sent', async () => {
  const second = randomUUID()
  await storedValues.keep(driver, 'run', { patient: 'Ida Sealed' })
  await storedValues.keep(driver, 'run-acts', ['started'])
  server.signedIn = second
  await forgetDeviceKeys(second)
  await storedValues.keep(second, 'run', { patient: 'Otto Other' })
  await forgetOutdated()
  expect([await storedKinds(), await storedKinds(second)]).toEqual([['run-acts'], ['run']])
})

it('a value with an end is deleted then', async () => {
  await storedValues.keep(driver, 'run', { patient: 'Ida Sealed' }, Date.now() + 3_600_000)
  await forgetOutdated()
  expect(await storedKinds()).toEqual(['run'])
  pass(2)
  await forgetOutdated()
  expect(await storedKinds()).toEqual([])
})

it('another user’s stored data cannot be read and stays for that user', async () => {
  const action = anAction()
  expect(await actionStore.keep([action])).toEqual([action])
  const second = randomUUID()
  server.signedIn = second
  await forgetDeviceKeys(second)
  expect(await actionStore.of(second)).toEqual([])
  expect(await actionStore.of(driver)).toEqual([])
  expect(JSON.stringify(await storedActions())).not.toContain('Ida Sealed')

  pass(1)
  server.signedIn = driver
  expect(await actionStore.of(driver)).toEqual([action])
})

it('forgetting keys fails if the browser fails, and then forgets them at the next try', async () => {
  await deviceKeyOf(driver)
  const broken = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk is full', 'UnknownError')
  })
  await expect(forgetDeviceKeys()).rejects.toThrow('The disk is full')
  broken.mockRestore()
  await forgetDeviceKeys()
  expect(await knownDeviceKey(driver)).toBeUndefined()
})

it('an unencrypted action stored by the release of 2026-11-28 still works and is then encrypted', async () => {
  const plain = anAction()
  await actionStore.of(driver)
  const database = await openDB('carelane-acts')
  await database.add('acts', plain)
  database.close()
  expect(await actionStore.of(driver)).toEqual([plain])
  expect((await storedActions()).some((stored) => JSON.stringify(stored).includes('Ida Sealed'))).toBe(false)
  await actionStore.settle(plain, 4)
  expect(await actionStore.of(driver)).toEqual([])
})

it('an action that was not sent for 30 days is deleted, and only what names no patient is left of it', async () => {
  const action = { ...anAction(), pressedAt: new Date().toISOString() }
  const reported = { ...anAction(), pressedAt: action.pressedAt }
  await actionStore.keep([action, reported])
  await actionStore.markReported(reported.key)
  pass(30 * 24 - 1)
  await dropOldActions()
  expect(await actionStore.of(driver)).toEqual([action, { ...reported, isReported: true }])
  pass(2)
  await dropOldActions()
  expect(await actionStore.of(driver)).toEqual([])
  const { key, deliveryId, pressedAt } = action
  const about = { key, deliveryId, pressedAt, kind: 'attempt' }
  expect(await lostActionsOf(driver)).toEqual([about])
  expect((await storedActions()).at(-1)).toEqual({ owner: driver, about })
  expect(await lostActionsOf(randomUUID())).toEqual([])
  await forgetLostAction(key)
  expect(await lostActionsOf(driver)).toEqual([])
})

it('an action whose day is not known without its key is deleted 30 days after it was found', async () => {
  await actionStore.keep([{ ...anAction(), pressedAt: new Date().toISOString() }])
  const database = await openDB('carelane-acts')
  const [place] = (await database.getAllKeys('acts')).slice(-1)
  const { about, ...rest } = await database.get('acts', place ?? 0)
  await database.put('acts', rest, place)
  await forgetDeviceKeys()
  for (const [hours, isLeft] of [
    [0, true],
    [30 * 24 - 1, true],
    [2, false],
  ] as const) {
    pass(hours)
    await dropOldActions()
    expect((await database.get('acts', place ?? 0)) !== undefined).toBe(isLeft)
  }
  database.close()
})

it('an action of a user without a key is not stored, so that the phone has no unencrypted data', async () => {
  server.signedIn = 'nobody'
  expect(await actionStore.keep([anAction()])).toBeUndefined()
})

it('asking whether a browser can keep a day’s work does not write the actions that wait in it', async () => {
  expect(await canKeepWork(driver)).toBe(true)
  // Writing them again would undo an action that was added between reading and writing.
  expect(await storedValues.read(driver, 'run-acts')).toBeUndefined()
})
