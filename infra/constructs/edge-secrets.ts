import { type CfnParameter, RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { either, onlyWhere, whereValueIs } from '../conditions.ts'

interface Props {
  /** One of `edgeSecretLists`: CloudFront shows the first, the gateway takes any of them. */
  names: CfnParameter
  key: IKey
}

/**
 * What CloudFront shows the gateway, so that nobody calls it past CloudFront. CloudFront's value stands in no template:
 * CloudFormation reads it when it deploys, and not again before the template names another secret. That is why a rotation goes to the
 * other one of two, which is made for it and gone before the next.
 */
export class EdgeSecrets extends Construct {
  /** A reference to the value. */
  readonly shown: string
  /** The addresses of those that are taken, with commas. */
  readonly taken: string
  /** The same by their names. */
  readonly takenNames: string
  readonly arns: readonly string[]

  constructor(scope: Construct, id: string, { names: { valueAsString: names }, key }: Props) {
    super(scope, id)
    const hasFirst = whereValueIs(this, 'HasE1', names, 'e1', 'e1,e2', 'e2,e1')
    const hasSecond = whereValueIs(this, 'HasE2', names, 'e2', 'e1,e2', 'e2,e1')
    const showsFirst = whereValueIs(this, 'ShowsE1', names, 'e1', 'e1,e2')
    const [first, second] = [this.secret('e1', key), this.secret('e2', key)]
    onlyWhere(hasFirst, first)
    onlyWhere(hasSecond, second)
    this.shown = either(showsFirst, first.secretValue.unsafeUnwrap(), second.secretValue.unsafeUnwrap())
    const taken = (one: string, other: string) => either(hasSecond, either(hasFirst, `${one},${other}`, other), one)
    this.taken = taken(first.secretArn, second.secretArn)
    this.takenNames = taken('e1', 'e2')
    this.arns = [either(hasFirst, first.secretArn), either(hasSecond, second.secretArn)]
    acknowledge(this, {
      'AwsSolutions-SMG4': byNames,
      'HIPAA.Security-SecretsManagerRotationEnabled': byNames,
    })
  }

  private secret(name: string, key: IKey) {
    return new Secret(this, name, {
      description: 'CloudFront shows it to the gateway',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      encryptionKey: key,
      // Nothing is lost with it: the next rotation makes another one.
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }
}

const byNames =
  'A scheduled rotation would change the value without CloudFront learning of it; it is rotated by a parameter that takes another secret in, as infra/README.md says.'
