import { describe, expect, it } from 'vitest'
import { changeSettings } from '#infra/operator/change-settings.ts'
import { presentSettings } from '#infra/operator/present-state.ts'
import { SettingProblem, type Settings, settingTexts, withStored } from '#infra/settings.ts'
import { fakeAws } from './fake-aws.ts'
import { configOf } from './synthesise.ts'

const initial = configOf('prod').settings
const account = '111122223333'

describe('a setting', () => {
  it('is written as it is read', () => {
    const changed: Settings = {
      restored: 'carelane-prod-restored',
      edgeSecrets: ['e2', 'e1'],
      sealKeys: ['s2', 's1'],
      concurrency: { deliveries: 300, workers: 1 },
      rateLimit: 700,
      burstLimit: 1400,
      addressLimit: 900,
    }
    for (const settings of [initial, changed]) expect(withStored(changed, settingTexts(settings))).toEqual(settings)
  })

  it('of a later release is left alone, and what is not stored stays as it began', () => {
    expect(withStored(initial, { colour: 'blue', rateLimit: '600' })).toEqual({ ...initial, rateLimit: 600 })
  })

  it.each([
    ['restored', 'a b', 'restored: "a b" is no name of a table; "none" is the own one.'],
    ['edgeSecrets', '', 'edgeSecrets: one name or two different ones are wanted, such as e1,e2, not "".'],
    ['edgeSecrets', 'e1,e1', 'edgeSecrets: one name or two different ones are wanted, such as e1,e2, not "e1,e1".'],
    [
      'edgeSecrets',
      'e1,e2,e3',
      'edgeSecrets: one name or two different ones are wanted, such as e1,e2, not "e1,e2,e3".',
    ],
    ['edgeSecrets', 'e1,secret', 'edgeSecrets: a name is e and a number, such as e2, not "secret".'],
    ['sealKeys', '', 'sealKeys: different names are wanted, such as s2,s1, not "".'],
    ['sealKeys', 's1,s1', 'sealKeys: different names are wanted, such as s2,s1, not "s1,s1".'],
    ['sealKeys', 'e1', 'sealKeys: a name is s and a number, such as s2, not "e1".'],
    ['concurrency', 'sales=3', /^concurrency: "sales" is no function: auth, users, /],
    ['concurrency', 'auth=0', 'concurrency: a whole number from 1 to 10000 is wanted, not "0".'],
    ['rateLimit', '1.5', 'rateLimit: a whole number from 1 to 10000 is wanted, not "1.5".'],
    ['addressLimit', '-4', /^addressLimit: a whole number from 10 /],
  ])('%s is not %j', (name, text, sentence) => {
    expect(() => withStored(initial, { [name]: text })).toThrow(SettingProblem)
    expect(() => withStored(initial, { [name]: text })).toThrow(sentence)
  })
})

describe('a synthesis', () => {
  const stored = { '/carelane/prod': { restored: 'carelane-prod-restored', edgeSecrets: 'e2' } }
  const config = { ...configOf('prod'), account }

  it('takes what operators set, whichever release it is of', async () => {
    const { openAws: look } = fakeAws({ parameters: stored })
    const settings = await presentSettings('prod', config, { account, look })
    expect(settings).toEqual({ ...initial, restored: 'carelane-prod-restored', edgeSecrets: ['e2'] })
  })

  it('asks nobody without credentials, or with those of another account', async () => {
    for (const other of [undefined, '999900001111']) {
      const { openAws: look, asked } = fakeAws({ parameters: stored })
      const settings = await presentSettings('prod', config, { account: other, look })
      expect([settings, asked]).toEqual([initial, []])
    }
  })

  it('stops where it may not look: other values would take back what somebody did', async () => {
    const look = () => ({
      ...fakeAws().openAws('us-east-1'),
      parameters: () => Promise.reject(Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' })),
    })
    await expect(presentSettings('prod', config, { account, look })).rejects.toThrow(
      'the settings of prod could not be read (AccessDeniedException: not authorized)',
    )
  })
})

describe('npm run operate', () => {
  async function operate(state: Parameters<typeof fakeAws>[0], ...args: string[]) {
    const { openAws, asked } = fakeAws({ account: configOf('prod').account, ...state })
    const said: string[] = []
    const outcome = await changeSettings(args, {
      openAws,
      say: (line) => said.push(line),
      environments: ['prod'],
    }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    return { asked, said, outcome }
  }
  const deployed = (EdgeSecrets: string) => ({
    stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs: { EdgeSecrets } } },
  })

  it('shows every setting, and which are still as they began', async () => {
    const { said } = await operate({ parameters: { '/carelane/prod': { rateLimit: '600' } } }, 'prod', 'get')
    expect(said).toHaveLength(Object.keys(initial).length)
    expect(said).toContain('rateLimit      600')
    expect(said).toContain('edgeSecrets    e1  (as in infra/config.ts)')
  })

  it('writes one, and says what it was and how it takes effect', async () => {
    const { asked, said } = await operate({}, 'prod', 'set', 'concurrency', 'auth=50, deliveries=90')
    expect(asked.at(-1)).toBe('setParameter /carelane/prod/concurrency auth=50,deliveries=90')
    expect(said).toEqual([
      expect.stringMatching(
        /^concurrency is auth=50,deliveries=90 now \(it was auth=100,.*To put it into effect: npm run deploy -- prod$/,
      ),
    ])
  })

  it('refuses another account, what cannot be, and a table that is not there; nothing is written', async () => {
    const refusals = [
      await operate({ account: '999900001111' }, 'prod', 'set', 'rateLimit', '600'),
      await operate({}, 'prod', 'set', 'rateLimit', 'many'),
      await operate({}, 'prod', 'set', 'restored', 'carelane-prod-restored'),
    ]
    expect(refusals.map(({ outcome }) => outcome)).toEqual([
      expect.stringContaining('you are signed in to 999900001111'),
      'rateLimit: a whole number from 1 to 10000 is wanted, not "many".',
      'There is no table carelane-prod-restored.',
    ])
    for (const { asked } of refusals) expect(asked.join()).not.toContain('setParameter')
    const table = { indexes: { 'carelane-prod-restored': ['by_status'] } }
    const { outcome } = await operate(table, 'prod', 'set', 'restored', 'carelane-prod-restored')
    expect(outcome).toBeUndefined()
  })

  it('takes a new key that seals, and lets none go that has sealed', async () => {
    const two = { parameters: { '/carelane/prod': { sealKeys: 's2,s1' } } }
    expect((await operate({}, 'prod', 'set', 'sealKeys', 's2,s1')).outcome).toBeUndefined()
    expect((await operate(two, 'prod', 'set', 'sealKeys', 's3,s2,s1')).outcome).toBeUndefined()
    const { outcome, asked } = await operate(two, 'prod', 'set', 'sealKeys', 's2')
    expect(outcome).toContain('A key that has sealed stays in the list')
    expect(asked.join()).not.toContain('setParameter')
  })

  it('takes the edge’s secrets one step at a time, from what runs', async () => {
    for (const [from, to] of [
      ['e1', 'e1,e2'],
      ['e1,e2', 'e2,e1'],
      ['e2,e1', 'e2'],
      ['e1,e2', 'e1'],
    ])
      expect([from, to, (await operate(deployed(from ?? ''), 'prod', 'set', 'edgeSecrets', to ?? '')).outcome]).toEqual(
        [from, to, undefined],
      )
    for (const [from, to] of [
      ['e1', 'e2'],
      ['e1', 'e2,e1'],
      ['e1,e2', 'e2'],
    ]) {
      const { outcome, asked } = await operate(deployed(from ?? ''), 'prod', 'set', 'edgeSecrets', to ?? '')
      expect(outcome).toContain(`edgeSecrets cannot go from ${from} to ${to} in one step.`)
      expect(outcome).toContain('e1,e2 then e2,e1 then e2')
      expect(asked.join()).not.toContain('setParameter')
    }
  })
})
