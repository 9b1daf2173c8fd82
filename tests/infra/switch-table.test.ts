import { describe, expect, it } from 'vitest'
import { tableDesign } from '#functions/data/table-keys.ts'
import { findEnvironment } from '#infra/config.ts'
import { showOrChangeParameter } from '#infra/operator/show-or-change-parameter.ts'
import { fakeAws } from './fake-aws.ts'

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}
const restored = 'carelane-prod-restored-1'
const parameter = '/carelane/prod/table'
const indexes = tableDesign.indexes.map(({ name }) => name)

/** Runs `npm run operate -- prod set RestoredTable …`. Pauses stand among the calls to AWS. */
async function setRestoredTable(value: string, state: Parameters<typeof fakeAws>[0] = {}, status = 'UPDATE_COMPLETE') {
  const parameters = { RestoredTable: 'none', ...state.stacks?.['carelane-prod']?.parameters }
  const stacks = { 'carelane-prod': { status, outputs: { OwnTable: 'own' }, parameters } }
  const { openAws, calls } = fakeAws({ indexes: { [restored]: indexes, own: indexes }, ...state, stacks })
  const lines: string[] = []
  const outcome = await showOrChangeParameter(
    ['prod', 'set', 'RestoredTable', value],
    {
      openAws,
      say: (line) => lines.push(line),
      pause: async (ms) => {
        calls.push(`pause ${ms / 1000} s`)
      },
    },
    find,
  ).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { outcome, lines, changes: calls.filter((call) => /^(put|pause|change)/.test(call)) }
}

describe('switching to a restored table', () => {
  it('makes the current table read-only, waits, switches, and then updates the alarms', async () => {
    const { outcome, lines, changes } = await setRestoredTable(restored)
    expect(outcome).toBeUndefined()
    expect(changes).toEqual([
      `putParameter ${parameter}=own read-only`,
      'pause 75 s',
      `putParameter ${parameter}=${restored}`,
      'pause 30 s',
      `changeParameter carelane-prod RestoredTable=${restored}`,
    ])
    expect(lines[0]).toContain('Calls that write return 503')
  })

  it('goes back to the stack’s own table if none is named', async () => {
    const { changes } = await setRestoredTable('none', { parameters: { [parameter]: restored } })
    expect(changes.filter((call) => call.startsWith('put'))).toEqual([
      `putParameter ${parameter}=${restored} read-only`,
      `putParameter ${parameter}=own`,
    ])
  })

  it('continues where an interrupted command stopped, and waits again', async () => {
    const { changes } = await setRestoredTable(restored, { parameters: { [parameter]: 'own read-only' } })
    expect(changes.slice(0, 3)).toEqual([
      `putParameter ${parameter}=own read-only`,
      'pause 75 s',
      `putParameter ${parameter}=${restored}`,
    ])
  })

  it('reports that calls cannot write until the command is repeated, if the credentials expire', async () => {
    const { outcome, changes } = await setRestoredTable(restored, { isSignInOver: true })
    expect(outcome).toContain('Calls that write return 503 until this command has finished')
    expect(outcome).toContain(`Sign in again at once, and then: npm run operate -- prod set RestoredTable ${restored}`)
    expect(changes).toEqual([`putParameter ${parameter}=own read-only`, 'pause 75 s'])
  })

  it('changes nothing if the table is already in use', async () => {
    const stacks = { 'carelane-prod': { status: '', parameters: { RestoredTable: restored } } }
    const { outcome, changes } = await setRestoredTable(restored, { parameters: { [parameter]: restored }, stacks })
    expect([outcome, changes]).toEqual([undefined, []])
  })

  it.each([
    ['carelane-prod-restored', 'They may use tables whose names begin with carelane-prod-restored-'],
    ['carelane-staging-restored-1', 'The functions of prod may not use carelane-staging-restored-1.'],
    ['carelane-prod-restored-2', 'There is no table carelane-prod-restored-2.'],
  ])('rejects %s', async (table, text) => {
    const { outcome, changes } = await setRestoredTable(table)
    expect([outcome, changes]).toEqual([expect.stringContaining(text), []])
  })

  it('rejects a table without an index that the release reads', async () => {
    const { outcome, changes } = await setRestoredTable(restored, { indexes: { [restored]: indexes.slice(1) } })
    expect([outcome, changes]).toEqual([expect.stringContaining(`no index ${indexes[0]}`), []])
  })

  it.each([
    [{ expires: '' }, 'update-time-to-live'],
    [{ isRecoverable: false }, 'update-continuous-backups'],
    [{ isProtected: false }, '--deletion-protection-enabled'],
  ])('rejects a table with %o and prints the missing command', async (tableProtection, command) => {
    const { outcome, changes } = await setRestoredTable(restored, { tableProtection })
    expect([outcome, changes]).toEqual([expect.stringContaining(command), []])
    expect(outcome).toContain(`--table-name ${restored}`)
  })

  it('switches functions even if the stack cannot change, and says that alarms do not follow yet', async () => {
    const { outcome, changes } = await setRestoredTable(restored, {}, 'UPDATE_ROLLBACK_FAILED')
    expect(outcome).toContain('aws cloudformation continue-update-rollback --stack-name carelane-prod')
    expect(changes.at(-1)).toBe('pause 30 s')
  })
})
