import type { ParameterRule } from './dynalite.ts'

/** The rule for a parameter that dynalite does not know. In DynamoDB, every operation with a ConditionExpression also takes it. */
export const conditionFailureRule = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
} satisfies Record<string, ParameterRule>
