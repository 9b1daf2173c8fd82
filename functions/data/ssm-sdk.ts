/** Re-exports only the parts of the AWS SDK that are needed to read a parameter. */
export { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
