import { CfnParameter, type Stack } from 'aws-cdk-lib'

/** Where an environment's limits begin. */
export interface Limits {
  /** Requests a second that the whole API takes, and how many at once beyond that. */
  rateLimit: number
  burstLimit: number
  /** Requests that one address gets in 5 minutes, files included. */
  addressLimit: number
}

/** The pace at which a version takes over without a canary. */
export const atOnce = 'at-once'

/** The name of no restored table. */
export const noTable = 'none'

/** Which of its two secrets CloudFront shows the gateway, the first; the gateway takes any that is named. */
export const edgeSecretLists = ['e1', 'e1,e2', 'e2,e1', 'e2'] as const

/** More of them is another line in a release: they stay for ever. */
export const mostSealKeys = 3

/**
 * What operators change while the product runs, without a release: parameters of the stack. CloudFormation keeps their values from one
 * deploy to the next, of an older release too.
 */
export class OperatorParameters {
  /** `noTable`: functions use the stack's own. */
  readonly restoredTable: CfnParameter
  readonly edgeRotation: CfnParameter
  readonly sealKeys: CfnParameter
  readonly trafficShift: CfnParameter
  readonly rateLimit: number
  readonly burstLimit: number
  readonly addressLimit: number

  constructor(stack: Stack, { rateLimit, burstLimit, addressLimit }: Limits) {
    this.restoredTable = new CfnParameter(stack, 'RestoredTable', {
      description: `The table that functions use in place of the own one; ${noTable} for the own one`,
      default: noTable,
      allowedPattern: '[a-zA-Z0-9_.-]{3,255}',
      constraintDescription: `must be the name of a table, or ${noTable}`,
    })
    this.edgeRotation = new CfnParameter(stack, 'EdgeRotation', {
      description:
        'Of the two secrets between them, CloudFront shows the first, the gateway takes each: one step at a time',
      default: edgeSecretLists[0],
      allowedValues: [...edgeSecretLists],
    })
    this.sealKeys = new CfnParameter(stack, 'SealKeys', {
      description: 'How many keys that seal proofs there are: the newest seals, and none is ever taken away',
      type: 'Number',
      default: 1,
      minValue: 1,
      maxValue: mostSealKeys,
    })
    this.trafficShift = new CfnParameter(stack, 'TrafficShift', {
      description: 'How a version takes over: a tenth of all calls first, watched by alarms, or all at once',
      default: 'canary',
      allowedValues: ['canary', atOnce],
    })
    const limit = (name: string, description: string, [value, minValue, maxValue]: readonly [number, number, number]) =>
      new CfnParameter(stack, name, { description, type: 'Number', default: value, minValue, maxValue }).valueAsNumber
    this.rateLimit = limit('RateLimit', 'Calls a second that the gateway takes', [rateLimit, 1, 10_000])
    this.burstLimit = limit('BurstLimit', 'Calls at once that the gateway takes', [burstLimit, 1, 5000])
    const ofOneAddress = 'Requests of one address in 5 minutes, files included'
    this.addressLimit = limit('AddressLimit', ofOneAddress, [addressLimit, 10, 2_000_000_000])
  }
}
