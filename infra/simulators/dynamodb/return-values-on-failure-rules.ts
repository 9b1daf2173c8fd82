import type { ParameterRule } from './dynalite.ts'

/**
 * The rule for the parameter `ReturnValuesOnConditionCheckFailure`, which dynalite does not know. In DynamoDB, every operation that
 * takes a ConditionExpression takes it as well.
 */
export const returnValuesOnFailureRules = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
} satisfies Record<string, ParameterRule>
