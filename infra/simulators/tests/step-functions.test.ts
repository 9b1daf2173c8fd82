import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoopbackServer } from '../loopback-server.ts'
import { type StartedExecution, startStepFunctions } from '../step-functions/start-step-functions.ts'

const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:exports'
const started: StartedExecution[] = []
let server: LoopbackServer
let client: SFNClient
beforeAll(async () => {
  server = await startStepFunctions((execution) => started.push(execution))
  const credentials = { accessKeyId: 'LOCALKEY', secretAccessKey: 'a secret' }
  client = new SFNClient({ endpoint: server.origin, region: 'us-east-1', credentials })
})
afterAll(async () => {
  client.destroy()
  await server.close()
})

const start = (name: string, input: object) =>
  client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }))

it('a name is executed only once, even if started repeatedly, and never with other input', async () => {
  const { executionArn } = await start('one', { id: 1 })
  expect(executionArn).toBe('arn:aws:states:us-east-1:000000000000:execution:exports:one')
  expect((await start('one', { id: 1 })).executionArn).toBe(executionArn)
  await expect(start('one', { id: 2 })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' })
  await start('two', { id: 2 })
  expect(started).toEqual([
    { machine: stateMachineArn, input: { id: 1 } },
    { machine: stateMachineArn, input: { id: 2 } },
  ])
})
