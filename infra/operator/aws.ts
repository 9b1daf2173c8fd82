import { setTimeout as wait } from 'node:timers/promises'
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DescribeExecutionCommand, ListExecutionsCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { GetSubscriptionAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { openAccount } from './aws-account.ts'
import { openBuckets } from './aws-buckets.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { readable, unlessMissing } from './readable.ts'

export interface DeployedStack {
  /** CloudFormation's name for the state, such as `UPDATE_COMPLETE`. */
  status: string
  outputs: Readonly<Record<string, string>>
  parameters: Readonly<Record<string, string>>
}

const pollMilliseconds = 3000

export type IndexStatuses = ReadonlyMap<string, string>

/** The AWS calls of the operator's commands, apart from those to the table's items, with whatever credentials the SDK finds. */
export type OperatorAws = ReturnType<typeof openAws>

export const openAws = (region: string) => ({
  ...openAccount(region),
  ...openStacks(region),
  ...openTables(region),
  ...openBuckets(region),
  ...openSecrets(region),
  ...openParameters(region),
  ...openStateMachines(region),
  ...openTopics(region),
})

function openStacks(region: string) {
  const formation = new CloudFormationClient({ region })
  return {
    async stack(StackName: string): Promise<DeployedStack | undefined> {
      const reading = unlessMissing(formation.send(new DescribeStacksCommand({ StackName })))
      const found = await readable(`The state of ${StackName}`, reading)
      const stack = found?.Stacks?.[0]
      const outputs = (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])
      const parameters = (stack?.Parameters ?? []).map(({ ParameterKey = '', ParameterValue = '' }) => [
        ParameterKey,
        ParameterValue,
      ])
      return (
        stack && {
          status: stack.StackStatus ?? '',
          outputs: Object.fromEntries(outputs),
          parameters: Object.fromEntries(parameters),
        }
      )
    },

    /** Returns the template of the last deploy. */
    async template(StackName: string): Promise<unknown> {
      const reading = formation.send(new GetTemplateCommand({ StackName }))
      const { TemplateBody = '{}' } = await readable(`The template of ${StackName}`, reading)
      return JSON.parse(TemplateBody)
    },

    /**
     * Changes one parameter of a stack, leaves everything else as it is, and waits for the update to finish. Throws
     * `OperatorRefusal` if CloudFormation refuses, if the update fails, or if its progress can no longer be read.
     */
    async changeParameter(
      StackName: string,
      name: string,
      value: string,
      { parameters }: Pick<DeployedStack, 'parameters'>,
    ): Promise<void> {
      const others = Object.keys(parameters).filter((each) => each !== name)
      const command = new UpdateStackCommand({
        StackName,
        UsePreviousTemplate: true,
        Capabilities: ['CAPABILITY_NAMED_IAM'],
        Parameters: [
          { ParameterKey: name, ParameterValue: value },
          ...others.map((ParameterKey) => ({ ParameterKey, UsePreviousValue: true })),
        ],
      })
      const refuse = (why: string) => {
        throw new OperatorRefusal(`CloudFormation could not change ${name}: ${why}`, [
          `To see what happened: aws cloudformation describe-stack-events --stack-name ${StackName} --max-items 20`,
          'Once the cause is fixed, run the same command again. It is safe to repeat.',
        ])
      }
      await formation.send(command).catch((error: unknown) => refuse(messageOf(error)))
      const status = await settledStatus(formation, StackName)
      if (status !== 'UPDATE_COMPLETE') refuse(`the stack is in the state ${status}`)
    },
  }
}

/** Waits until CloudFormation has finished changing a stack, and returns the state in which it ended. */
async function settledStatus(formation: CloudFormationClient, StackName: string): Promise<string> {
  for (;;) {
    // The SDK's waiter keeps asking for an hour after the credentials have ended.
    const found = await formation.send(new DescribeStacksCommand({ StackName })).catch((error: unknown) => {
      throw new OperatorRefusal(`CloudFormation goes on with ${StackName}, but this command cannot follow it.`, [
        messageOf(error),
        `Sign in again, and then: aws cloudformation wait stack-update-complete --stack-name ${StackName}`,
      ])
    })
    const status = found.Stacks?.[0]?.StackStatus ?? ''
    if (!status.endsWith('_IN_PROGRESS') || status === 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS')
      return status.replace('_CLEANUP_IN_PROGRESS', '')
    await wait(pollMilliseconds)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function openTables(region: string) {
  const dynamodb = new DynamoDBClient({ region })
  return {
    /** Returns the `IndexStatus` of each of a table's indexes, by name. Undefined if the table does not exist. */
    async indexes(TableName: string): Promise<IndexStatuses | undefined> {
      const reading = unlessMissing(dynamodb.send(new DescribeTableCommand({ TableName })))
      const found = await readable(`The state of the table ${TableName}`, reading)
      const indexes = found?.Table?.GlobalSecondaryIndexes ?? []
      return found && new Map(indexes.map(({ IndexName = '', IndexStatus = '' }) => [IndexName, IndexStatus]))
    },

    /**
     * Returns the attribute by which items expire, if any, whether the table can be restored to a point in time, and whether it is
     * protected from deletion.
     */
    async tableProtection(TableName: string) {
      const reading = Promise.all([
        dynamodb.send(new DescribeTimeToLiveCommand({ TableName })),
        dynamodb.send(new DescribeContinuousBackupsCommand({ TableName })),
        dynamodb.send(new DescribeTableCommand({ TableName })),
      ])
      const [expiry, backups, table] = await readable(`The protection of the table ${TableName}`, reading)
      const { PointInTimeRecoveryDescription: recovery } = backups.ContinuousBackupsDescription ?? {}
      return {
        expires: expiry.TimeToLiveDescription?.AttributeName,
        isRecoverable: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
        isProtected: table.Table?.DeletionProtectionEnabled ?? false,
      }
    },
  }
}

function openSecrets(region: string) {
  return {
    async secret(SecretId: string): Promise<string> {
      const { SecretString = '' } = await new SecretsManagerClient({ region }).send(
        new GetSecretValueCommand({ SecretId }),
      )
      return SecretString
    },
  }
}

function openParameters(region: string) {
  const ssm = new SSMClient({ region })
  return {
    /** Returns the value of a parameter, or undefined if there is no such parameter. */
    async parameter(Name: string): Promise<string | undefined> {
      const reading = unlessMissing(ssm.send(new GetParameterCommand({ Name })))
      return (await readable(`The parameter ${Name}`, reading))?.Parameter?.Value
    },

    async putParameter(Name: string, Value: string): Promise<void> {
      await ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }))
    },
  }
}

/** The longest time that a command waits for a state machine. Credentials of the pipeline live for six hours. */
const longestWaitMs = 5.5 * 3_600_000

function openStateMachines(region: string) {
  const functions = new SFNClient({ region })
  return {
    /** Returns the execution of a state machine that is running, if any. */
    async runningExecution(stateMachineArn: string): Promise<string | undefined> {
      const asking = functions.send(
        new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING', maxResults: 1 }),
      )
      const { executions = [] } = await readable(`The executions of ${stateMachineArn}`, asking)
      return executions[0]?.executionArn
    },

    async startExecution(stateMachineArn: string): Promise<string> {
      const { executionArn = '' } = await functions.send(new StartExecutionCommand({ stateMachineArn }))
      return executionArn
    },

    /** Waits until an execution has ended. Its status is `RUNNING` if it has not ended after `longestWaitMs`. */
    async executionEnd(executionArn: string): Promise<{ status: string; cause: string }> {
      for (const end = Date.now() + longestWaitMs; ; ) {
        const asking = functions.send(new DescribeExecutionCommand({ executionArn }))
        const { status = '', cause = '' } = await readable('How far it is', asking)
        if (status !== 'RUNNING' || Date.now() > end) return { status, cause }
        await wait(pollMilliseconds)
      }
    },
  }
}

function openTopics(region: string) {
  const sns = new SNSClient({ region })
  return {
    /** Returns whether the topic's subscription is confirmed, and whether anybody with the link in a mail can end it. */
    async subscription(TopicArn: string): Promise<{ isConfirmed: boolean; isSwitchedOffByLink: boolean }> {
      const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }))
      const SubscriptionArn = Subscriptions[0]?.SubscriptionArn ?? ''
      if (!SubscriptionArn.startsWith('arn:')) return { isConfirmed: false, isSwitchedOffByLink: true }
      const { Attributes } = await sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }))
      return { isConfirmed: true, isSwitchedOffByLink: Attributes?.ConfirmationWasAuthenticated !== 'true' }
    },
  }
}
