import { Duration } from 'aws-cdk-lib'
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import type { SealKeyNames } from '../settings.ts'
import { removalOf } from './keeping.ts'

interface Props {
  /** The first seals. */
  names: SealKeyNames
  environment: string
  keepsData: boolean
}

/**
 * The keys that seal proofs. KMS never shows the private half, and rotates no key of this kind: a rotation is a new name in front of the
 * others, which stay because what they have sealed is checked by them.
 */
export class SealKeys extends Construct {
  readonly all: readonly IKey[]

  constructor(scope: Construct, id: string, { names, environment, keepsData }: Props) {
    super(scope, id)
    this.all = names.map(
      (name) =>
        new Key(this, name, {
          alias: `carelane-${environment}-seal-${name}`,
          description: 'Seals proofs of delivery',
          keySpec: KeySpec.ECC_NIST_P256,
          keyUsage: KeyUsage.SIGN_VERIFY,
          pendingWindow: Duration.days(30),
          removalPolicy: removalOf({ keepsData }),
        }),
    )
  }
}
