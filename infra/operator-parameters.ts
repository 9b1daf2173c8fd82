import { CfnParameter, type Stack } from 'aws-cdk-lib'
import { restoredTablePrefix } from './config.ts'

/** The initial limits of an environment. */
export interface InitialLimits {
  /** The number of requests per second that the whole API accepts. */
  rateLimit: number
  /** The number of requests that the API accepts in one burst above the rate. */
  burstLimit: number
  /** The number of requests, including those for files, that one IP address may send in five minutes. */
  addressLimit: number
}

/** The value of the parameter `TrafficShift` with which all calls move to a new version at once, without a canary. */
export const trafficShiftAtOnceValue = 'at-once'

/** The value of the parameter `RestoredTable` if functions use the stack's own table and not a restored one. */
export const noRestoredTableValue = 'none'

/** The value of the parameter `Pager` if no pager is called. */
export const noPagerValue = 'none'

/**
 * The values of the parameter `EdgeRotation`, in the order of a rotation from the secret `e1` to `e2`. CloudFront sends the first
 * named secret, and the gateway accepts every named one.
 */
export const edgeSecretLists = ['e1', 'e1,e2', 'e2,e1', 'e2'] as const

/** The maximum number of keys that seal proofs. A release can raise it. Keys are never removed. */
export const mostSealKeys = 3

/**
 * Stack parameters that operators change at run time, without a release. CloudFormation keeps their values from one deploy to the
 * next, even when an older release is deployed.
 */
export class OperatorParameters {
  /**
   * The name of the restored table that functions use. It only decides what alarms and the dashboard show: functions read the name
   * of their table from a parameter of Systems Manager. `noRestoredTableValue` if they use the stack's own table.
   */
  readonly restoredTable: CfnParameter
  readonly edgeRotation: CfnParameter
  readonly sealKeys: CfnParameter
  readonly trafficShift: CfnParameter
  /** The address that is called at once for an alarm that wakes someone, for example of PagerDuty. `noPagerValue` if there is none. */
  readonly pager: CfnParameter
  readonly rateLimit: number
  readonly burstLimit: number
  readonly addressLimit: number

  constructor(stack: Stack, environment: string, { rateLimit, burstLimit, addressLimit }: InitialLimits) {
    this.restoredTable = new CfnParameter(stack, 'RestoredTable', {
      description: `The table that alarms watch instead of the stack's own. npm run operate sets it`,
      default: noRestoredTableValue,
      allowedPattern: `${noRestoredTableValue}|${restoredTablePrefix(environment)}[a-zA-Z0-9_.-]+`,
      constraintDescription: `must be ${noRestoredTableValue} or begin with ${restoredTablePrefix(environment)}`,
    })
    this.edgeRotation = new CfnParameter(stack, 'EdgeRotation', {
      description:
        'CloudFront sends the first of the two secrets; the gateway accepts either. Change one step at a time',
      default: edgeSecretLists[0],
      allowedValues: [...edgeSecretLists],
    })
    this.sealKeys = new CfnParameter(stack, 'SealKeys', {
      description: 'Number of keys for sealing proofs. The newest one seals; keys are never removed',
      type: 'Number',
      default: 1,
      minValue: 1,
      maxValue: mostSealKeys,
    })
    this.trafficShift = new CfnParameter(stack, 'TrafficShift', {
      description: 'How a new version takes over: a tenth of calls first, watched by alarms, or all at once',
      default: 'canary',
      allowedValues: ['canary', trafficShiftAtOnceValue],
    })
    this.pager = new CfnParameter(stack, 'Pager', {
      description: 'The https address of a pager, which gets the alarms that wake someone',
      default: noPagerValue,
      allowedPattern: `${noPagerValue}|https://.+`,
      constraintDescription: `must be ${noPagerValue} or begin with https://`,
    })
    const limit = (name: string, description: string, [value, minValue, maxValue]: readonly [number, number, number]) =>
      new CfnParameter(stack, name, { description, type: 'Number', default: value, minValue, maxValue }).valueAsNumber
    this.rateLimit = limit('RateLimit', 'Calls per second the gateway accepts', [rateLimit, 1, 10_000])
    this.burstLimit = limit('BurstLimit', 'Concurrent calls the gateway accepts', [burstLimit, 1, 5000])
    const ofOneAddress = 'Requests from one IP address in 5 minutes, including files'
    this.addressLimit = limit('AddressLimit', ofOneAddress, [addressLimit, 10, 2_000_000_000])
  }
}
