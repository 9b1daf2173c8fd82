import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import {
  Chain,
  DefinitionBody,
  DistributedMap,
  JsonPath,
  Pass,
  Result,
  StateMachine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import type { Migration } from '#functions/migrations/migration.ts'
import { tableSegments } from '#functions/migrations/run-migration.ts'
import { acknowledgeFindings } from '../acknowledge.ts'
import { migrationMachineName } from '../config.ts'
import { repeatUntilDone } from './repeat-until-done.ts'

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
  readonly machine: StateMachine

  constructor(scope: Construct, id: string, { environment, migrations, run }: Props) {
    super(scope, id)
    const segments = new Pass(this, 'Segments', { result: Result.fromObject({ segments: tableSegments }) })
    const steps = migrations.map((migration) => this.step(migration, run))
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: migrationMachineName(environment),
      comment: 'Migrates stored items to the format of the current release',
      definitionBody: DefinitionBody.fromChainable(
        steps.reduce((chain, step) => chain.next(step), Chain.start(segments)),
      ),
    })
    acknowledgeFindings(this.machine, { 'AwsSolutions-SF1': ownHistory, 'AwsSolutions-SF2': noTraces })
  }

  /** Creates the state of one migration. Each segment runs in an execution of its own, which has its own history. */
  private step({ name, says }: Migration, run: IFunction): DistributedMap {
    const map = new DistributedMap(this, name, {
      comment: says,
      itemsPath: '$.segments',
      itemSelector: { migration: name, segment: JsonPath.objectAt('$$.Map.Item.Value') },
      mapExecutionType: StateMachineType.STANDARD,
      maxConcurrency: tableSegments.length,
      resultPath: JsonPath.DISCARD,
    })
    return map.itemProcessor(repeatUntilDone(this, name, run))
  }
}

const ownHistory =
  'Step Functions keeps each execution with all its steps for 90 days, and the function writes a log of its own.'
const noTraces = 'A migration has one step, and its log shows when it began and ended. A trace would show no more.'
