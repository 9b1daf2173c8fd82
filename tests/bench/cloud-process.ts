import { startCloud } from '#infra/local/cloud.ts'

/** The stand-ins in a process of their own, so that a benchmark's CPU time is the handlers' only. Its argument is the data folder. */
const [, , dataDir = ':memory:'] = process.argv
const cloud = await startCloud({ dataDir })
process.send?.(cloud.environment)
process.once('disconnect', async () => {
  await cloud.close()
  process.exit(0)
})
