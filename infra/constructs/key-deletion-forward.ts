import { Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { keyDeletion } from './key-deletion-rule.ts'

interface Props {
  keyArn: string
  /** Where the rule is that mails. */
  region: string
}

/** Passes what happens to a key of a second region on to the first one, whose rule hears of its own region alone. */
export class KeyDeletionForward extends Construct {
  constructor(scope: Construct, id: string, { keyArn, region }: Props) {
    super(scope, id)
    const bus = Stack.of(this).formatArn({ service: 'events', region, resource: 'event-bus', resourceName: 'default' })
    const statements = [new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus] })]
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('events.amazonaws.com'),
      managedPolicies: [new ManagedPolicy(this, 'Grants', { statements })],
    })
    new Rule(this, 'Rule', {
      description: 'The key of the copies is to be deleted or was disabled',
      eventPattern: keyDeletion([keyArn]),
      targets: [{ bind: () => ({ arn: bus, role }) }],
    })
  }
}
