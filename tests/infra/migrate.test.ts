import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorKeys } from '#functions/data/entities/migration-progress.ts'
import { migrations } from '#functions/migrations/migrations.ts'
import { findEnvironment } from '#infra/config.ts'
import { migrateEnvironment } from '#infra/operator/migrate-environment.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { fakeAws } from './fake-aws.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  await app.createPharmacy()
})
afterAll(() => app.close())

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}

/** `npm run migrate` with what AWS answers; the table, whatever its name, is that of the test's product. */
async function migrate(state: Parameters<typeof fakeAws>[0], ...args: string[]) {
  const { openAws, asked } = fakeAws(state)
  const opened: string[] = []
  const said: string[] = []
  const hands = {
    openAws,
    openTable: (region: string, name: string) => {
      opened.push(`${name} in ${region}`)
      return app.table
    },
    now: () => app.clock.now,
    say: (sentence: string) => said.push(sentence),
  }
  const outcome = await migrateEnvironment(args, hands, find).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { asked, opened, said, outcome }
}

const running = (TableName: string) => ({
  stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs: { TableName } } },
})

describe('npm run migrate', () => {
  it('opens no table of another account, nor of what is not deployed', async () => {
    const strange = await migrate({ ...running('carelane-prod-own'), account: '999900001111' }, 'prod')
    expect(strange).toMatchObject({ asked: ['account'], opened: [] })
    expect(strange.outcome).toContain('prod belongs to the account 111122223333')
    expect(await migrate({}, 'prod')).toMatchObject({ opened: [], outcome: 'prod is not deployed.' })
  })

  it('says how it is called', async () => {
    for (const args of [[], ['qa'], ['prod', 'now']]) {
      const { asked, outcome } = await migrate({}, ...args)
      expect([outcome, asked]).toEqual([expect.stringMatching(/^npm run migrate -- \{environment\}\n.*prod/), []])
    }
  })

  it('brings over the table that functions use, a restored one too, in the environment’s own region', async () => {
    const { opened, said, outcome } = await migrate(running('carelane-prod-restored'), 'prod')
    expect([outcome, opened]).toEqual([undefined, ['carelane-prod-restored in us-east-1']])
    for (const { name, says } of migrations) {
      expect(said).toContain(`${name}: ${says}.`)
      expect(await app.table.get(operatorKeys.migration(name, 0))).toMatchObject({ finished_at: expect.anything() })
    }
    expect(said.at(-1)).toMatch(/^ {2}done: \d+ items looked at, 0 changed$/)
  })
})
