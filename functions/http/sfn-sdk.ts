/** What starting an export needs of the SDK of Step Functions, and nothing else of it. */
export { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
