import { describe, expect, it } from 'vitest'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { findEnvironment } from '#infra/config.ts'
import { showOrChangeParameter } from '#infra/operator/show-or-change-parameter.ts'
import { mostSealKeys } from '#infra/operator-parameters.ts'
import { fakeAws } from './fake-aws.ts'
import { configOf, synthesise } from './synthesise.ts'

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}

const own = {
  RestoredTable: 'none',
  EdgeRotation: 'e1',
  SealKeys: '1',
  RateLimit: '500',
  CopyVault: 'arn:aws:backup:…',
}

async function operate(parameters: Record<string, string>, args: readonly string[], more = {}) {
  const stacks = {
    'carelane-prod': { status: 'UPDATE_COMPLETE', outputs: { OwnTable: 'own' }, parameters: { ...own, ...parameters } },
  }
  const { openAws, calls } = fakeAws({ stacks, ...more })
  const lines: string[] = []
  const outcome = await showOrChangeParameter(
    ['prod', ...args],
    { openAws, say: (line) => lines.push(line) },
    find,
  ).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { calls, lines, outcome, changed: calls.filter((call) => call.startsWith('changeParameter')) }
}

describe('the parameters of a stack', () => {
  it('have defaults from its configuration, and CloudFormation checks their allowed values', () => {
    const { Parameters } = synthesise('prod').template.toJSON()
    const { rateLimit, burstLimit, addressLimit } = configOf('prod').limits
    expect(Parameters).toMatchObject({
      RestoredTable: { Default: 'none', AllowedPattern: 'none|carelane-prod-restored-[a-zA-Z0-9_.-]+' },
      EdgeRotation: { Default: 'e1', AllowedValues: ['e1', 'e1,e2', 'e2,e1', 'e2'] },
      SealKeys: { Default: 1, MinValue: 1, MaxValue: mostSealKeys },
      RateLimit: { Default: rateLimit, MinValue: 1 },
      BurstLimit: { Default: burstLimit, MinValue: 1 },
      AddressLimit: { Default: addressLimit, MinValue: 10 },
    })
  })

  it('set the number of seal keys: the newest one signs, functions may use all, and all are guarded', {
    tags: ['proof'],
  }, () => {
    for (const SealKeys of [1, 2, mostSealKeys]) {
      const { template } = synthesise('prod', { parameters: { SealKeys } })
      const names = Array.from({ length: SealKeys }, (_, i) => `s${i + 1}`)
      const namesIn = (value: unknown) =>
        [...JSON.stringify(value).matchAll(/DataSealKeys(s\d)/g)].map(([, name]) => name)
      const keys = Object.keys(template.findResources('AWS::KMS::Key', { Properties: { KeyUsage: 'SIGN_VERIFY' } }))
      expect(namesIn(keys)).toEqual(names)
      const functions = Object.values(template.findResources('AWS::Lambda::Function'))
      const sealing = functions.flatMap(({ Properties }) => Properties.Environment?.Variables.SEAL_KEY_IDS ?? [])
      const areas = functionAreas.filter((area) => areaNeeds[area].seals)
      expect(sealing.map(namesIn)).toEqual(areas.map(() => names.toReversed()))
      const rules = Object.values(template.findResources('AWS::Events::Rule'))
      const guarded = rules.flatMap(({ Properties }) => Properties.EventPattern?.detail?.resources?.ARN ?? [])
      expect(namesIn(guarded)).toEqual(names)
    }
  })
})

describe('npm run operate', () => {
  it('lists the parameters that operators may change', async () => {
    const { lines } = await operate({ RateLimit: '600' }, ['get'])
    expect(lines).toEqual([
      'RestoredTable  none',
      'EdgeRotation   e1',
      'SealKeys       1',
      'RateLimit      600',
      'Table in use   own',
    ])
  })

  it('changes one at once and prints its old value', async () => {
    const { changed, lines } = await operate({}, ['set', 'RateLimit', '600'])
    expect(changed).toEqual(['changeParameter carelane-prod RateLimit=600'])
    expect(lines).toEqual(['RateLimit is now 600 (was 500).'])
  })

  it('changes nothing if the parameter already has the value', async () => {
    const { changed, lines } = await operate({}, ['set', 'RateLimit', '500'])
    expect([changed, lines]).toEqual([[], ['RateLimit is already 500.']])
  })

  it.each([
    [['set', 'CopyVault', 'arn:aws:x'], 'There is no parameter "CopyVault".'],
    [['set', 'Colour', 'blue'], 'Names: RestoredTable, EdgeRotation, SealKeys, RateLimit'],
    [['set', 'RateLimit'], 'npm run operate -- prod set {name} {value}'],
    [['set', 'EdgeRotation', 'e2'], 'EdgeRotation cannot go from e1 to e2 in one step.'],
  ])('rejects %j and changes nothing', async (args, sentence) => {
    const { outcome, changed } = await operate({}, args)
    expect([outcome, changed]).toEqual([expect.stringContaining(sentence), []])
  })

  it('rejects another account and an environment that is not deployed', async () => {
    const stranger = await operate({}, ['set', 'RateLimit', '600'], { account: '999900001111' })
    expect([stranger.outcome, stranger.calls]).toEqual([
      expect.stringContaining('signed in to 999900001111'),
      ['account'],
    ])
    expect((await operate({}, ['get'], { stacks: {} })).outcome).toContain('prod is not deployed.')
  })

  it.each([
    ['UPDATE_ROLLBACK_FAILED', 'aws cloudformation continue-update-rollback --stack-name carelane-prod'],
    ['UPDATE_IN_PROGRESS', 'prod is being changed right now (UPDATE_IN_PROGRESS).'],
  ])('changes nothing in a stack in %s and prints the next command', async (status, sentence) => {
    const stacks = { 'carelane-prod': { status, parameters: own } }
    const { outcome, changed } = await operate({}, ['set', 'RateLimit', '600'], { stacks })
    expect([outcome, changed]).toEqual([expect.stringContaining(sentence), []])
    expect((await operate({}, ['get'], { stacks })).lines.length).toBeGreaterThan(0)
  })

  it('adds one seal key and never removes one', async () => {
    expect((await operate({}, ['set', 'SealKeys', '2'])).changed).toHaveLength(1)
    const { outcome, changed } = await operate({ SealKeys: '2' }, ['set', 'SealKeys', '1'])
    expect([outcome, changed]).toEqual([expect.stringContaining('A key that has sealed proofs cannot be removed'), []])
  })
})
