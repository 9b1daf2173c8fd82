import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resourcesOf } from './policies.ts'
import { configOf, synthesise, textOf } from './synthesise.ts'

const infra = new URL('../../infra/', import.meta.url)
const readme = readFileSync(new URL('README.md', infra), 'utf8')
const pages = ['loss', 'night'].flatMap((folder) =>
  readdirSync(new URL(folder, infra)).map((name): [string, string] => [
    `${folder}/${name}`,
    readFileSync(new URL(`${folder}/${name}`, infra), 'utf8'),
  ]),
)

const templates = ['prod', 'prod-copy', 'prod-roles'].map((name) => synthesise(name).template)
const alarms = resourcesOf(synthesise('prod').template)
  .of('AWS::CloudWatch::Alarm')
  .flatMap(({ Properties }) => (Properties ? [Properties] : []))
const alarmNameOf = ({ AlarmName }: { AlarmName?: string }) => (AlarmName ?? '').replace('carelane-prod-', '')
/** Names that a person can look up in the stacks: their outputs, parameters and alarms. */
const names = templates
  .flatMap((template) => {
    const { Outputs, Parameters } = template.toJSON()
    return [...Object.keys(Outputs), ...Object.keys(Parameters)]
  })
  .concat(alarms.map(alarmNameOf))
const unknownIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !names.includes(name))

it('commands in the README and the pages refer to outputs that the stacks have', () => {
  for (const text of [readme, ...pages.map(([, page]) => page)])
    expect(unknownIn(text, /<(?:the name at the end of )?([A-Z]\w+)>/g)).toEqual([])
})

describe('the tables of alarms in the README', () => {
  const [, night = '', morning = ''] = readme.split(/^\| wakes someone |^\| waits for the morning /m)
  const [ofMorning = ''] = morning.split(/^Right after a first deploy/m)
  /** The alarms in the first column of a table. */
  const listedIn = (table: string) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
      .filter((name) => name !== '-Failing')

  it('list each alarm once, in the table of its topic', () => {
    const isWaking = ({ AlarmActions }: { AlarmActions: unknown[] }) =>
      textOf(AlarmActions[0]).startsWith('<DataSharedAlarmsNight')
    const namesOf = (wakes: boolean) => alarms.filter((alarm) => isWaking(alarm) === wakes).map(alarmNameOf)
    expect(listedIn(night).toSorted()).toEqual(namesOf(true).toSorted())
    // One row is about the failures of all functions that have none of their own.
    expect(ofMorning).toContain('| `-Failing` of any other function |')
    const listed = listedIn(ofMorning)
    const others = namesOf(false).filter((name) => listed.includes(name) || !name.endsWith('-Failing'))
    expect(listed.toSorted()).toEqual(others.toSorted())
  })

  it('name changes that an existing stack takes', () => {
    const changes = [...readme.matchAll(/`operate … set (\w+)`/g), ...readme.matchAll(/`set (\w+)`/g)]
    expect(changes.length).toBeGreaterThan(3)
    const { Parameters } = templates[0]?.toJSON() ?? {}
    for (const [, name = ''] of changes) expect(Object.keys(Parameters)).toContain(name)
    // The values of these settings are read only when a stack is created.
    for (const initial of Object.keys(configOf('prod').limits))
      expect(night + ofMorning).not.toContain(`\`${initial}\``)
  })
})

describe.each(pages)('the page %s', (_name, page) => {
  it('has at most 30 lines and says whether it was tried', () => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
    expect(page).toMatch(/None of this has been tried|Tried: /)
  })

  it('names existing outputs, parameters, alarms and keys', () => {
    // The names of AWS's errors are no names of ours.
    expect(unknownIn(page, /`((?:[A-Z][a-z]+){2,}(?<!Exception|Error))`/g)).toEqual([])
    const aliases = templates.flatMap((template) =>
      Object.values(template.findResources('AWS::KMS::Alias')).map(({ Properties }) => Properties.AliasName),
    )
    for (const [alias] of page.matchAll(/alias\/carelane-prod-\w+/g)) expect(aliases).toContain(alias)
  })
})

describe('an alarm that pages someone', () => {
  const waking = alarms.filter(({ AlarmActions }) => textOf(AlarmActions[0]).startsWith('<DataSharedAlarmsNight'))

  it('is about something that cannot wait until morning', () => {
    expect(waking.map(alarmNameOf).toSorted()).toEqual([
      'Account-KeyLost',
      'Account-RightsChanged',
      'Account-RootUsed',
      'Account-TableDeleted',
      'Account-TrailStopped',
      'Alarms-MailWaits',
      'Alarms-MailWorkerStopped',
      'Alarms-ReadsThrottled',
      'Alarms-ServerErrors',
      'Alarms-WritesThrottled',
      'Outside-Unreachable',
      'PagesFail',
      'workers-Failing',
    ])
  })

  it('names its page, which names the alarm, and other alarms name none', () => {
    for (const alarm of alarms) {
      const [, page] = / See infra\/(\S+)\.$/.exec(alarm.AlarmDescription) ?? []
      const text = pages.find(([name]) => name === page)?.[1]
      expect([alarmNameOf(alarm), text?.includes(`\`${alarmNameOf(alarm)}\``)]).toEqual([
        alarmNameOf(alarm),
        waking.includes(alarm) ? true : undefined,
      ])
    }
  })
})
