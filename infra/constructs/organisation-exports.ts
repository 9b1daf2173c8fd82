import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { acknowledgeCheckov, acknowledgeNagFindings } from '../acknowledge.ts'
import { exportMachineName } from '../config.ts'
import { repeatUntilDoneDefinition, retryRules } from './repeat-until-done.ts'

interface Props {
  environment: string
  /** A function that continues one export and returns whether the export is finished. */
  run: IFunction
}

/** Runs one state machine execution for each export of an organisation's data, however long it takes. */
export class OrganisationExports extends Construct {
  constructor(scope: Construct, id: string, { environment, run }: Props) {
    super(scope, id)
    const grants = new ManagedPolicy(this, 'Grants', {
      statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [run.functionArn] })],
    })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      managedPolicies: [grants],
    })
    const machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName: exportMachineName(environment),
      roleArn: role.roleArn,
      definition: definitionOf(run.functionArn),
    })
    machine.node.addDependency(grants)
    acknowledgeNagFindings(machine, { 'AwsSolutions-SF1': ownHistory, 'AwsSolutions-SF2': noTraces })
    acknowledgeCheckov(machine, { CKV_AWS_284: noTraces, CKV_AWS_285: ownHistory })
  }
}

const ownHistory =
  'Step Functions keeps each execution with all its steps for 90 days, and the function writes a log of its own.'
const noTraces = 'An export has one step, and its log shows when it began and ended. A trace would show no more.'

/**
 * Returns the definition of the state machine. If an export keeps failing, the function is called once more with `hasFailed`, so
 * that the organisation is told and can start another export.
 */
function definitionOf(functionArn: string) {
  const goOn = repeatUntilDoneDefinition(functionArn, {
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Give up' }],
  })
  return {
    Comment: 'Creates an export of all data of an organization',
    ...goOn,
    States: {
      ...goOn.States,
      'Give up': {
        Type: 'Task',
        Resource: functionArn,
        Parameters: { 'tenant_id.$': '$.tenant_id', 'export_id.$': '$.export_id', hasFailed: true },
        Retry: retryRules,
        Next: 'Failed',
      },
      Failed: { Type: 'Fail', Error: 'ExportFailed', Cause: 'See the log of the function' },
    },
  }
}
