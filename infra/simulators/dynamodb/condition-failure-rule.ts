import type { Rule } from 'dynalite/validations/index.js'

/** dynalite does not know this parameter; every writing operation takes it. */
export const conditionFailureRule = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
} satisfies Record<string, Rule>
