/** Re-exports only the parts of the AWS SDK that are needed to start an export, so that nothing else is bundled. */
export { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
