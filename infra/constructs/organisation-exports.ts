import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { DefinitionBody, Fail, JsonPath, StateMachine, TaskInput } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { exportMachineName } from '../config.ts'
import { invokeWithRetries, repeatUntilDone } from './repeat-until-done.ts'

interface Props {
  environment: string
  /** A function that continues one export and returns whether the export is finished. */
  run: IFunction
}

/**
 * Runs one state machine execution for each export of an organisation's data, however long it takes. If an export keeps failing, the
 * function is called once more with `hasFailed`, so that the organisation is told and can start another export.
 */
export class OrganisationExports extends Construct {
  readonly machine: StateMachine

  constructor(scope: Construct, id: string, { environment, run }: Props) {
    super(scope, id)
    const failed = TaskInput.fromObject({
      tenant_id: JsonPath.stringAt('$.tenant_id'),
      export_id: JsonPath.stringAt('$.export_id'),
      hasFailed: true,
    })
    const giveUp = invokeWithRetries(this, 'Give up', run, failed).next(
      new Fail(this, 'Failed', { error: 'ExportFailed', cause: 'See the log of the function' }),
    )
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: exportMachineName(environment),
      comment: 'Creates an export of all data of an organization',
      definitionBody: DefinitionBody.fromChainable(repeatUntilDone(this, 'export', run, giveUp)),
    })
    acknowledgeFindings(this.machine, { 'AwsSolutions-SF1': ownHistory, 'AwsSolutions-SF2': noTraces })
  }
}

const ownHistory =
  'Step Functions keeps each execution with all its steps for 90 days, and the function writes a log of its own.'
const noTraces = 'An export has one step, and its log shows when it began and ended. A trace would show no more.'
