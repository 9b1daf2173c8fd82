import type { ParameterRule } from './dynalite.ts'

/** The rule for a parameter that all writing operations of DynamoDB have, and that dynalite does not know. */
export const conditionFailureRule = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
} satisfies Record<string, ParameterRule>
