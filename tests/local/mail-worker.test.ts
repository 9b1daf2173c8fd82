import { afterEach, expect, test } from 'vitest'
import { startMailWorker } from '#infra/local/mail-worker.ts'

const workers: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of workers.splice(0)) await close()
})

/** Starts a mail worker whose runs end only when the test calls the functions in `ends`. */
function aWorker() {
  const ends: (() => void)[] = []
  const worker = startMailWorker(() => new Promise((resolve) => ends.push(resolve)))
  workers.push(worker)
  const settled = () => new Promise(setImmediate)
  return { worker, ends, settled }
}

test('calls during a run lead to one more, after it', async () => {
  const { worker, ends, settled } = aWorker()
  worker.run()
  worker.run()
  worker.run()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await settled()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await settled()
  expect(ends).toHaveLength(2)
})

test('closing waits for the run that is under way, and none follows', async () => {
  const { worker, ends, settled } = aWorker()
  worker.run()
  worker.run()
  let isClosed = false
  const closed = worker.close().then(() => {
    isClosed = true
  })
  await settled()
  expect(isClosed).toBe(false)
  ends[0]?.()
  await closed
  worker.run()
  expect(ends).toHaveLength(1)
})
