import { startLocalAws } from '#infra/local/local-aws.ts'

/**
 * Runs the stand-ins for AWS in a separate process, so that a benchmark's CPU time is only that of the handlers. The argument of
 * the process is the data folder.
 */
const [, , dataDir = ':memory:'] = process.argv
const cloud = await startLocalAws({ dataDir })
process.send?.(cloud.environment)
process.once('disconnect', async () => {
  await cloud.close()
  process.exit(0)
})
