import { Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { keyDeletionPattern } from './account-events.ts'

interface Props {
  keyArn: string
  /** The first region, which has the rule that sends the mail. */
  region: string
}

/**
 * Forwards events about a key in a second region to the first region, because an EventBridge rule receives only the events of its
 * own region.
 */
export class KeyDeletionForward extends Construct {
  constructor(scope: Construct, id: string, { keyArn, region }: Props) {
    super(scope, id)
    const bus = Stack.of(this).formatArn({ service: 'events', region, resource: 'event-bus', resourceName: 'default' })
    const statements = [new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus] })]
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('events.amazonaws.com'),
      inlinePolicies: { Grants: new PolicyDocument({ statements }) },
    })
    new Rule(this, 'Rule', {
      description: 'The key for the copies is scheduled for deletion or was disabled',
      eventPattern: keyDeletionPattern([keyArn]),
      targets: [{ bind: () => ({ arn: bus, role }) }],
    })
  }
}
