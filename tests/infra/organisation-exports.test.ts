import { describe, expect } from 'vitest'
import * as organisationExports from '#shared/api/organisation-exports.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, test as it } from '#tests/support/product-test.ts'
import { statementsOf } from './policies.ts'
import { definitionOf, runStateMachine } from './state-machine.ts'
import { synthesise, textOf } from './synthesise.ts'

const { template } = synthesise('prod')
const machine = definitionOf(template, 'carelane-prod-exports')

const hour = { getRemainingTimeInMillis: () => 900_000 }

async function begun() {
  const at = await app.createPharmacy()
  await aDelivery(app, at)
  passSeconds(app, 1)
  const { id } = (await app.call(organisationExports.startExport, { as: at.admin })).body
  const state = async () => (await app.call(organisationExports.listExports, { as: at.admin })).body[0].state
  return { at, step: { tenant_id: at.tenant.id, export_id: id }, state }
}

describe('the state machine for exports', () => {
  it('completes an export, even if its function is repeatedly cut off', async () => {
    const { step, state } = await begun()
    const { handler } = await import('#functions/lambdas/exports.ts')
    let invocations = 0
    const end = await runStateMachine(
      machine,
      async () => {
        invocations++
        if (invocations % 3 !== 0) throw new Error('Its answer did not arrive')
        // The third call has no time left.
        return { ...(await handler(step, invocations === 3 ? { getRemainingTimeInMillis: () => 0 } : hour)) }
      },
      step,
    )
    expect([end, await state(), invocations]).toEqual(['export done', 'ready', 6])
  })

  it('ends an export that keeps failing, so that the organization learns of it and can start again', async () => {
    const { at, step, state } = await begun()
    const { handler } = await import('#functions/lambdas/exports.ts')
    const inputs: object[] = []
    const end = await runStateMachine(
      machine,
      async (input) => {
        if (!input.hasFailed) throw new Error('KMSInvalidStateException')
        inputs.push(input)
        return { ...(await handler({ ...step, hasFailed: true }, hour)) }
      },
      step,
    )
    expect([end, await state(), inputs]).toEqual(['Failed', 'failed', [{ ...step, hasFailed: true }]])
    passSeconds(app, 1)
    expect((await app.call(organisationExports.startExport, { as: at.admin })).status).toBe(202)
  })

  it('is started only by the worker and can call only its function', () => {
    const statements = statementsOf(template).map(({ id, Action, Resource }) => ({
      id,
      actions: [Action].flat(),
      resource: textOf([Resource].flat()[0]),
    }))
    expect(statements.filter(({ id }) => id.startsWith('AppExportsMachineRoleDefaultPolicy'))).toEqual([
      {
        id: expect.anything(),
        actions: ['lambda:InvokeFunction'],
        resource: expect.stringMatching(/^<AppexportsLive\w+>$/),
      },
    ])
    const starting = statements.filter(({ resource }) => resource.endsWith(':stateMachine:carelane-prod-exports'))
    expect(starting).toEqual([
      { id: expect.stringMatching(/^Appworkers/), actions: ['states:StartExecution'], resource: expect.anything() },
    ])
  })
})
