import { type CfnParameter, Duration } from 'aws-cdk-lib'
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { addParameterCondition, chooseByCondition, setCreationCondition } from '../conditions.ts'
import { mostSealKeys } from '../operator-parameters.ts'
import { removalPolicyOf } from './removal-policy.ts'

interface Props {
  /** The number of keys, at most `mostSealKeys`. */
  number: CfnParameter
  environment: string
  retainsData: boolean
}

/**
 * The KMS keys that seal (sign) proofs of delivery. Only the newest key seals. KMS never reveals the private half and cannot rotate
 * keys of this kind, so a rotation adds a key. Older keys stay, because they verify what they have sealed.
 */
export class SealKeys extends Construct {
  /** The ARNs of the existing keys, newest first, separated by commas. */
  readonly newestFirst: string
  readonly arns: readonly string[]

  constructor(scope: Construct, id: string, { number, environment, retainsData }: Props) {
    super(scope, id)
    const numbers = Array.from({ length: mostSealKeys }, (_, i) => i + 1)
    const [first, ...later] = numbers.map((each) => this.key(`s${each}`, environment, retainsData))
    if (!first) throw new Error('No key seals')
    const conditional = later.map((key, i) => {
      const enough = numbers.slice(i + 1).map(String)
      const isThere = addParameterCondition(this, `HasS${i + 2}`, number.valueAsString, ...enough)
      setCreationCondition(isThere, key)
      return { key, isThere }
    })
    this.arns = [first.keyArn, ...conditional.map(({ key, isThere }) => chooseByCondition(isThere, key.keyArn))]
    const all = [first, ...later].map(({ keyArn }) => keyArn)
    this.newestFirst = conditional.reduce(
      (fewer, { isThere }, i) =>
        chooseByCondition(
          isThere,
          all
            .slice(0, i + 2)
            .reverse()
            .join(),
          fewer,
        ),
      first.keyArn,
    )
  }

  private key(name: string, environment: string, retainsData: boolean): IKey {
    return new Key(this, name, {
      alias: `carelane-${environment}-seal-${name}`,
      description: 'Seals proofs of delivery',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(30),
      removalPolicy: removalPolicyOf({ retainsData }),
    })
  }
}
