/**
 * The time limits for a call to DynamoDB, Step Functions or Secrets Manager, in milliseconds. A service that doesn't respond in
 * time counts as failed, so a request that needs it ends with a 503 that asks for a retry.
 */
export const awsRequestTimeouts = { requestTimeout: 3000, throwOnRequestTimeout: true, connectionTimeout: 1000 }
