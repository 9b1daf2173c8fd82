import type { ParameterRule } from './dynalite.ts'

/** A parameter of all writing operations that dynalite does not know. */
export const conditionFailureRule = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
} satisfies Record<string, ParameterRule>
