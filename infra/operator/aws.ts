import { setTimeout as wait } from 'node:timers/promises'
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  UpdateStackCommand,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DescribeExecutionCommand, ListExecutionsCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { GetSubscriptionAttributesCommand, ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { openBuckets } from './aws-buckets.ts'
import { OperatorRefusal } from './operator-refusal.ts'

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

function openAccount(region: string) {
  return {
    /** Returns the 12-digit account to which the credentials belong. */
    async account(): Promise<string> {
      const reading = new STSClient({ region }).send(new GetCallerIdentityCommand({}))
      const { Account = '' } = await readable('Your AWS identity', reading)
      return Account
    },

    /** Returns how many function calls the account may run at the same time. */
    async concurrency(): Promise<number> {
      const reading = new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
      const { AccountLimit } = await readable('The account’s concurrency limit', reading)
      return AccountLimit?.ConcurrentExecutions ?? 0
    },
  }
}

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
     * `OperatorRefusal` if CloudFormation refuses, if the update fails, or if it takes more than an hour.
     */
    async changeParameter(
      StackName: string,
      name: string,
      value: string,
      { parameters }: Pick<DeployedStack, 'parameters'>,
    ): Promise<void> {
      const others = Object.keys(parameters).filter((each) => each !== name)
      try {
        await formation.send(
          new UpdateStackCommand({
            StackName,
            UsePreviousTemplate: true,
            Capabilities: ['CAPABILITY_NAMED_IAM'],
            Parameters: [
              { ParameterKey: name, ParameterValue: value },
              ...others.map((ParameterKey) => ({ ParameterKey, UsePreviousValue: true })),
            ],
          }),
        )
        await waitUntilStackUpdateComplete({ client: formation, maxWaitTime: 3600 }, { StackName })
      } catch (error) {
        throw new OperatorRefusal(
          `CloudFormation could not change ${name}: ${error instanceof Error ? error.message : error}`,
          [`To see what happened: aws cloudformation describe-stack-events --stack-name ${StackName} --max-items 20`],
        )
      }
    },
  }
}

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
      const reading = ssm.send(new GetParameterCommand({ Name })).catch((error: unknown) => {
        if (error instanceof ParameterNotFound) return undefined
        throw error
      })
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

/**
 * Waits for a value from AWS. If it cannot be read, throws an `OperatorRefusal`, so that the command ends before it changes
 * anything.
 */
async function readable<T>(what: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    throw new OperatorRefusal(`${what} cannot be read (${name}: ${message}). Nothing was changed.`, [
      'To see who you are signed in as: aws sts get-caller-identity',
      'If your session has expired: aws sso login. To use another profile: export AWS_PROFILE=…',
    ])
  }
}

/**
 * Waits for a description from AWS. Returns undefined if the stack or table does not exist. CloudFormation reports a missing stack
 * only as a ValidationError with this message.
 */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const isMissing =
      name === 'ResourceNotFoundException' || (name === 'ValidationError' && / does not exist$/.test(message))
    if (isMissing) return undefined
    throw error
  }
}
