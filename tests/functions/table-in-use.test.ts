import { describe, expect, it, test } from 'vitest'
import { openTableInUse, readTableState, tableStateText } from '#functions/data/table-in-use.ts'
import { AppError } from '#functions/failures/app-error.ts'

/** Opens the question which table is in use, with a clock and a parameter that the test sets. */
function aTableInUse() {
  const world = { now: 0, parameter: undefined as string | undefined, isDown: false, reads: 0 }
  const inUse = openTableInUse({
    own: 'own',
    now: () => world.now,
    readParameter: async () => {
      world.reads++
      if (world.isDown) throw new Error('Systems Manager is down')
      return world.parameter
    },
  })
  const read = () => inUse.forReading()
  const write = () => inUse.forWriting().catch((error: AppError) => error.code)
  return { world, read, write }
}

describe('the table in use', () => {
  it('is the stack’s own, or another if the parameter names one', async () => {
    const { world, read, write } = aTableInUse()
    expect([await read(), await write()]).toEqual(['own', 'own'])
    world.parameter = 'restored'
    world.now = 30_000
    expect([await read(), await write()]).toEqual(['restored', 'restored'])
  })

  it('is looked up once in 30 seconds, and once for concurrent calls', async () => {
    const { world, read, write } = aTableInUse()
    await Promise.all([read(), write(), read()])
    world.now = 29_999
    await read()
    expect(world.reads).toBe(1)
    world.now = 30_000
    await Promise.all([read(), write()])
    expect(world.reads).toBe(2)
  })

  it('can be read but not written while it is read-only', async () => {
    const { world, read, write } = aTableInUse()
    world.parameter = tableStateText({ name: 'own', isReadOnly: true })
    expect([await read(), await write()]).toEqual(['own', 'unavailable'])
    world.parameter = 'restored'
    world.now = 30_000
    expect(await write()).toBe('restored')
  })

  it('can be written for a minute without a response, and read for longer', async () => {
    const { world, read, write } = aTableInUse()
    await read()
    world.isDown = true
    world.now = 59_999
    expect(await write()).toBe('own')
    world.now = 60_000
    expect([await read(), await write()]).toEqual(['own', 'unavailable'])
    world.isDown = false
    world.now = 65_000
    expect(await write()).toBe('own')
  })

  it('is looked up at most every 5 seconds while there is no response', async () => {
    const { world, read } = aTableInUse()
    await read()
    world.isDown = true
    for (world.now = 30_000; world.now < 40_000; world.now += 1000) await read()
    expect(world.reads).toBe(3)
  })

  it('is unknown until the first response', async () => {
    const { world, read, write } = aTableInUse()
    world.isDown = true
    await expect(read()).rejects.toThrow('Systems Manager is down')
    world.isDown = false
    expect([await read(), await write()]).toEqual(['own', 'own'])
  })

  it('is as old as its request, because the parameter may change before the response', async () => {
    let now = 0
    let answer = (_: string) => {}
    const reading = () => new Promise<string>((resolve) => (answer = resolve))
    const inUse = openTableInUse({ own: 'own', now: () => now, readParameter: reading })
    const slow = inUse.forWriting()
    now = 60_000
    answer('own')
    await expect(slow).rejects.toThrow(AppError)
  })
})

test.each([
  { name: 'carelane-prod-restored-1', isReadOnly: false },
  { name: 'carelane-prod-restored-1', isReadOnly: true },
])('the state %o survives being written and read', (state) => {
  expect(readTableState(tableStateText(state), 'own')).toEqual(state)
})
