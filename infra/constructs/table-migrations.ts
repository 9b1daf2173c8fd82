import { ArnFormat, Stack } from 'aws-cdk-lib'
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import type { Migration } from '#functions/migrations/migration.ts'
import { tableSegments } from '#functions/migrations/run-migration.ts'
import { acknowledgeCheckov, acknowledgeNagFindings } from '../acknowledge.ts'
import { migrationMachineName } from '../config.ts'
import { repeatUntilDoneDefinition } from './repeat-until-done.ts'

interface Props {
  environment: string
  migrations: readonly Migration[]
  /** A function that continues one migration in one segment and returns whether the segment is finished. */
  run: IFunction
}

/**
 * Runs all migrations one after the other, each in all segments of the table in parallel. A segment that a migration has finished
 * earlier is finished at once.
 */
export class TableMigrations extends Construct {
  constructor(scope: Construct, id: string, { environment, migrations, run }: Props) {
    super(scope, id)
    const name = migrationMachineName(environment)
    const stack = Stack.of(this)
    const addressOf = (resource: string, resourceName: string) =>
      stack.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME })
    const executions = addressOf('execution', `${name}*`)
    const grants = new ManagedPolicy(this, 'Grants', {
      statements: [
        new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [run.functionArn] }),
        // Each segment runs in an execution of its own, which has its own history.
        new PolicyStatement({ actions: ['states:StartExecution'], resources: [addressOf('stateMachine', name)] }),
        new PolicyStatement({
          actions: ['states:DescribeExecution', 'states:StopExecution'],
          resources: [executions],
        }),
      ],
    })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      managedPolicies: [grants],
    })
    const machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName: name,
      roleArn: role.roleArn,
      definition: migrationsDefinition(run.functionArn, migrations),
    })
    machine.node.addDependency(grants)
    acknowledgeNagFindings(machine, { 'AwsSolutions-SF1': ownHistory, 'AwsSolutions-SF2': noTraces })
    acknowledgeCheckov(machine, { CKV_AWS_284: noTraces, CKV_AWS_285: ownHistory })
  }
}

const ownHistory =
  'Step Functions keeps each execution with all its steps for 90 days, and the function writes a log of its own.'
const noTraces = 'A migration has one step, and its log shows when it began and ended. A trace would show no more.'

/** Returns the definition of the state machine that runs these migrations, in Amazon States Language. */
export function migrationsDefinition(functionArn: string, migrations: readonly Migration[]) {
  const goOn = repeatUntilDoneDefinition(functionArn)
  const steps = migrations.map(({ name, says }, i) => {
    const next = migrations[i + 1]?.name
    const map = {
      Type: 'Map',
      Comment: says,
      ItemsPath: '$.segments',
      ItemSelector: { migration: name, 'segment.$': '$$.Map.Item.Value' },
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' }, ...goOn },
      MaxConcurrency: tableSegments.length,
      ResultPath: null,
      ...(next ? { Next: next } : { End: true }),
    }
    return [name, map] as const
  })
  const [[first] = ['Done']] = steps
  return {
    Comment: 'Migrates stored items to the format of the current release',
    StartAt: 'Segments',
    States: {
      Segments: { Type: 'Pass', Result: { segments: tableSegments }, Next: first },
      ...Object.fromEntries(steps),
      ...(steps.length === 0 && { Done: { Type: 'Succeed' } }),
    },
  }
}
