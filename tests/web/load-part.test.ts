import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { PartLoadError } from '../../web/lib/api/browser-error.ts'

const listeners = new Map<string, (event: object) => void>()
const activation = { hasBeenActive: false }
const reload = vi.fn()

class Input {
  readonly form = null
  readonly type: string
  constructor(type: string) {
    this.type = type
  }
}

vi.stubGlobal('addEventListener', (event: string, listener: (event: object) => void) => listeners.set(event, listener))
vi.stubGlobal('HTMLInputElement', Input)
vi.stubGlobal('location', { reload })
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('navigator', { userActivation: activation })
vi.stubGlobal('fetch', async () => new Response(null, { headers: { 'x-release': 'newest' } }))
vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])

const { loadPart } = await import('../../web/lib/browser/load-part.ts')

/** A part whose import fails when the test says so. */
function lostPart() {
  const lost = Promise.withResolvers<never>()
  return { importPart: () => lost.promise, lose: () => lost.reject(new Error('lost')) }
}

// Undo the stubs, because further test files run in the same process.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

beforeEach(() => {
  activation.hasBeenActive = false
  reload.mockClear()
})

test('a page that nobody has touched is reloaded when a part fails', async () => {
  const { importPart, lose } = lostPart()
  void loadPart(importPart)
  lose()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a page that somebody has begun to use while a part was loading is not reloaded', async () => {
  const { importPart, lose } = lostPart()
  const loading = loadPart(importPart)
  activation.hasBeenActive = true
  lose()
  await expect(loading).rejects.toThrow(PartLoadError)
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['choosing a file', 'input', 'file', true],
  ['ticking a box', 'click', 'checkbox', true],
  ['typing into a search field', 'input', 'search', false],
])('after a failure, %s is another try: %s, %s, %s', async (_, event, type, isTry) => {
  activation.hasBeenActive = true
  const importPart = () => Promise.reject(new Error('lost'))
  await expect(loadPart(importPart)).rejects.toThrow(PartLoadError)
  listeners.get(event)?.({ target: new Input(type) })
  const again = loadPart(importPart)
  if (isTry) await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  else await expect(again).rejects.toThrow(PartLoadError)
  expect(reload).toHaveBeenCalledTimes(Number(isTry))
})
