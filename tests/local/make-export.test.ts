import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeExport } from '#infra/local/make-export.ts'

const input = { tenant_id: 'a-tenant', export_id: 'an-export' }
const noWait = async () => undefined

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('an export continues past temporary failures until its function reports that it is done', async () => {
  const given: object[] = []
  await makeExport(
    async (step) => {
      given.push(step)
      if (given.length % 2 === 1) throw new Error('passes')
      return { isDone: given.length === 6 }
    },
    input,
    noWait,
  )
  expect(given).toEqual(Array(6).fill(input))
})

test('an export that keeps failing is ended', async () => {
  const given: object[] = []
  await makeExport(
    async (step) => {
      given.push(step)
      if (!step.hasFailed) throw new Error('stays')
      return { isDone: true }
    },
    input,
    noWait,
  )
  expect(given).toEqual([...Array(4).fill(input), { ...input, hasFailed: true }])
})
