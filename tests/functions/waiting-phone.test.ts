import { describe, expect } from 'vitest'
import * as runs from '#shared/api/runs.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, run, runDay, runTest as test } from '#tests/support/product-test.ts'

const readWith = (waiting?: string, as = pharmacy.driver) =>
  run.call(runs.readRun, undefined, { as, headers: waiting === undefined ? {} : { 'x-waiting': waiting } })
const onBoard = async () => {
  const { body } = await app.call(runs.listRuns, { as: pharmacy.admin, query: { date: runDay } })
  const [{ waiting, last_heard_at }] = body
  return { waiting, last_heard_at }
}
const nothing = { waiting: 0, last_heard_at: null }

describe('a phone with something to send', () => {
  test.beforeEach(async () => {
    await run.add()
  })

  test('tells the board how much, and when it was last heard from', async () => {
    expect(await onBoard()).toEqual(nothing)
    const { body } = await readWith('3')
    const heard = { waiting: 3, last_heard_at: app.clock.now.toISOString() }
    expect(body).toMatchObject(heard)
    expect(await onBoard()).toEqual(heard)
  })

  test('is noted once a minute at most, and at once when the number changes', async () => {
    const first = (await readWith('3')).body.last_heard_at
    passSeconds(app, 59)
    expect((await readWith('3')).body.last_heard_at).toBe(first)
    expect((await readWith('2')).body).toMatchObject({ waiting: 2, last_heard_at: app.clock.now.toISOString() })
    passSeconds(app, 60)
    expect((await readWith('2')).body.last_heard_at).toBe(app.clock.now.toISOString())
  })

  test('has nothing to send any more once a call does not say so', async () => {
    await readWith('3')
    expect((await readWith()).body).toMatchObject(nothing)
    expect(await onBoard()).toEqual(nothing)
  })

  test('counts only for the driver’s own calls, and only as a number', async () => {
    await readWith('3', pharmacy.admin)
    await readWith('-1')
    await readWith('many')
    expect(await onBoard()).toEqual(nothing)
  })

  test('does not stand in the way of a change that someone makes to the run meanwhile', async () => {
    const { version } = (await readWith('3')).body
    await readWith('2')
    const { status } = await run.call(
      runs.startRun,
      { include_not_loaded: true },
      { headers: { 'if-match': String(version) } },
    )
    expect(status).toBe(200)
    expect(await onBoard()).toMatchObject({ waiting: 2 })
  })
})
