import { tableStateText } from '#functions/data/table-in-use.ts'
import { findEnvironment } from '../config.ts'
import { edgeSecretLists } from '../operator-parameters.ts'
import type { OperatorAws } from './aws.ts'
import { openEnvironment } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { refuseUnsettledStack } from './refuse-unsettled-stack.ts'
import { findTableInUse, switchTable } from './table-in-use.ts'

interface Hands {
  openAws: (
    region: string,
  ) => Pick<
    OperatorAws,
    'account' | 'stack' | 'changeParameter' | 'indexes' | 'parameter' | 'putParameter' | 'tableProtection'
  >
  say: (sentence: string) => void
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Returns whether operators may change this parameter. The parameters for copies and for the bootstrap version are set by deploys.
 */
const isOperators = (name: string) => !/^(Copy|Replica|Bootstrap)/.test(name)

/**
 * Shows the parameters of an environment's stack, or changes one of them and nothing else. Throws an `OperatorRefusal` that says
 * why if the change would do harm or is impossible; CloudFormation itself refuses a value that the parameter does not allow.
 */
export async function showOrChangeParameter(
  args: readonly string[],
  { openAws, say, pause }: Hands,
  find = findEnvironment,
): Promise<void> {
  const [environment = '', verb = '', name = '', value = '', ...more] = args
  const isGet = verb === 'get' && !name
  if (!isGet && !(verb === 'set' && value && more.length === 0))
    throw new OperatorRefusal('Choose a command:', [
      `npm run operate -- ${environment} get`,
      `npm run operate -- ${environment} set {name} {value}`,
    ])

  const { config, aws, stack } = await openEnvironment(environment, openAws, find)
  const present = Object.entries(stack.parameters).filter(([each]) => isOperators(each))
  if (isGet) {
    for (const [each, text] of present) say(`${each.padEnd(14)} ${text}`)
    say(`Table in use   ${tableStateText(await findTableInUse(environment, stack, aws))}`)
    return
  }
  const before = Object.fromEntries(present)[name]
  if (before === undefined)
    throw new OperatorRefusal(`There is no parameter "${name}".`, [
      `Names: ${present.map(([each]) => each).join(', ')}`,
    ])
  if (name === 'RestoredTable')
    return switchTable(value, { environment, config, stack, aws, say, ...(pause && { pause }) })
  refuseUnsettledStack(environment, stack)
  // CloudFormation refuses an update that changes nothing.
  if (value === before) return say(`${name} is already ${value}.`)
  refuseHurtfulChange({ name, before, after: value })
  await aws.changeParameter(`carelane-${environment}`, name, value, stack)
  say(`${name} is now ${value} (was ${before}).`)
}

function refuseHurtfulChange({ name, before, after }: { name: string; before: string; after: string }): void {
  if (name === 'EdgeRotation' && !isOneRotationStep(before, after))
    throw new OperatorRefusal(`EdgeRotation cannot go from ${before} to ${after} in one step.`, [
      'CloudFront and the gateway change at different times, so each must accept what the other sends.',
      `The steps, in this order (or in reverse): ${edgeSecretLists.join(' then ')}.`,
    ])
  if (name === 'SealKeys' && Number(after) < Number(before))
    throw new OperatorRefusal('A key that has sealed proofs cannot be removed: it is needed to verify them.')
}

/**
 * Returns whether a rotation changes the list of secrets by at most one step. During the update, CloudFront and the gateway may
 * have different lists for a while, so the secret that CloudFront sends must be in both lists, before and after.
 */
export function isOneRotationStep(before: string, after: string): boolean {
  const [from, to] = [before.split(','), after.split(',')]
  return to.includes(from[0] ?? '') && from.includes(to[0] ?? '')
}
