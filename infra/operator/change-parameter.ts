import { findEnvironment } from '../config.ts'
import { keepsSealKeys, type SettingName, SettingProblem, settingNames, settingTexts, withStored } from '../settings.ts'
import type { Aws } from './aws.ts'
import { settingsPath } from './present-state.ts'
import { Refusal } from './refusal.ts'
import { refuseOtherAccount } from './refuse-other-account.ts'
import { refuseTwoSecretSteps } from './secret-steps.ts'

interface Hands {
  openAws: (region: string) => Pick<Aws, 'account' | 'parameters' | 'setParameter' | 'stack' | 'indexes'>
  say: (sentence: string) => void
  environments: readonly string[]
}

/** Shows the settings of an environment, or changes one; what cannot be is refused in words. Throws `Refusal`. */
export async function changeSettings(args: readonly string[], { openAws, say, environments }: Hands): Promise<void> {
  const [environment = '', verb = '', name = '', value = '', ...more] = args
  const config = findEnvironment(environment)
  if (!config)
    throw new Refusal(`There is no environment "${environment}".`, [`Choose one: ${environments.join(', ')}`])
  const isGet = verb === 'get' && !name
  const isSet = verb === 'set' && value !== '' && more.length === 0
  if (!isGet && !isSet)
    throw new Refusal('What is wanted?', [
      `npm run operate -- ${environment} get`,
      `npm run operate -- ${environment} set {name} {value}`,
      `Names: ${settingNames.join(', ')}`,
    ])
  const wanted = isSet ? findName(name) : undefined

  const aws = openAws(config.region)
  await refuseOtherAccount(environment, config, aws)
  const path = settingsPath(environment)
  const stored = await aws.parameters(path)
  const before = read(() => withStored(config.settings, stored))
  if (!wanted) {
    for (const [each, text] of Object.entries(settingTexts(before)))
      say(`${each.padEnd(14)} ${text}${each in stored ? '' : '  (as in infra/config.ts)'}`)
    return
  }
  const after = read(() => withStored(before, { [wanted]: value }))
  if (wanted === 'edgeSecrets')
    // Compared with what runs, not with what was set before: of two that are set, one deploy would take both.
    refuseTwoSecretSteps((await aws.stack(`carelane-${environment}`))?.outputs.EdgeSecrets, after.edgeSecrets)
  if (wanted === 'sealKeys' && !keepsSealKeys(before.sealKeys, after.sealKeys))
    throw new Refusal('A key that has sealed stays in the list: what it sealed is checked by it.')
  if (wanted === 'restored' && after.restored && !(await aws.indexes(after.restored)))
    throw new Refusal(`There is no table ${after.restored}.`)
  const text = settingTexts(after)[wanted]
  await aws.setParameter(`${path}/${wanted}`, text)
  say(
    `${wanted} is ${text} now (it was ${settingTexts(before)[wanted]}). To put it into effect: npm run deploy -- ${environment}`,
  )
}

function findName(name: string): SettingName {
  const found = settingNames.find((each) => each === name)
  if (!found) throw new Refusal(`There is no setting "${name}".`, [`Names: ${settingNames.join(', ')}`])
  return found
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof SettingProblem ? new Refusal(error.message) : error
  }
}
