import { type CfnParameter, RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { addParameterCondition, chooseByCondition, setCreationCondition } from '../conditions.ts'

interface Props {
  /**
   * The parameter with the names of the secrets, separated by commas, such as `e1,e2`. CloudFront sends the first of these secrets,
   * and the gateway accepts all of them.
   */
  names: CfnParameter
  key: IKey
}

/**
 * The secret that CloudFront sends to the gateway, so that no one can call the gateway directly. Its value is in no template:
 * CloudFormation resolves it at deploy time, and does so again only when the template names a different secret. A rotation
 * therefore creates a second secret and switches to it.
 */
export class EdgeSecrets extends Construct {
  /** A reference to the value of the secret that CloudFront sends. */
  readonly shown: string
  /** The ARNs of the secrets that the gateway accepts, separated by commas. */
  readonly taken: string
  /** The names of the secrets that the gateway accepts, separated by commas. */
  readonly takenNames: string
  readonly arns: readonly string[]

  constructor(scope: Construct, id: string, { names: { valueAsString: names }, key }: Props) {
    super(scope, id)
    const hasFirst = addParameterCondition(this, 'HasE1', names, 'e1', 'e1,e2', 'e2,e1')
    const hasSecond = addParameterCondition(this, 'HasE2', names, 'e2', 'e1,e2', 'e2,e1')
    const showsFirst = addParameterCondition(this, 'ShowsE1', names, 'e1', 'e1,e2')
    const [first, second] = [this.secret('e1', key), this.secret('e2', key)]
    setCreationCondition(hasFirst, first)
    setCreationCondition(hasSecond, second)
    this.shown = chooseByCondition(showsFirst, first.secretValue.unsafeUnwrap(), second.secretValue.unsafeUnwrap())
    const taken = (one: string, other: string) =>
      chooseByCondition(hasSecond, chooseByCondition(hasFirst, `${one},${other}`, other), one)
    this.taken = taken(first.secretArn, second.secretArn)
    this.takenNames = taken('e1', 'e2')
    this.arns = [chooseByCondition(hasFirst, first.secretArn), chooseByCondition(hasSecond, second.secretArn)]
    acknowledgeFindings(this, {
      'AwsSolutions-SMG4': byNames,
      'HIPAA.Security-SecretsManagerRotationEnabled': byNames,
    })
  }

  private secret(name: string, key: IKey) {
    return new Secret(this, name, {
      description: 'Sent by CloudFront to the gateway',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      encryptionKey: key,
      // The secret may be deleted with the stack: no data depends on it, and the next rotation creates another.
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }
}

const byNames =
  'A scheduled rotation would change the value without CloudFront noticing. It is rotated with a parameter that adds another secret, as infra/README.md explains.'
