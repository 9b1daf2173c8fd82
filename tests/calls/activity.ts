import fc from 'fast-check'
import type * as activity from '#shared/api/activity.ts'
import type { CallsOf } from './call.ts'
import { anySubjectRule, pageCursorRule } from './id-rules.ts'

export const activityCalls: CallsOf<typeof activity> = {
  'GET /api/activity': {
    access: 'tenantAdmin',
    leaves: 'activity.listed',
    ids: {
      'query.patient_id': anySubjectRule,
      'query.actor_id': anySubjectRule,
      'query.subject_id': anySubjectRule,
      'query.cursor': pageCursorRule,
    },
    places: {
      action: fc.constantFrom(undefined, 'delivery.read', 'patient.created, patient.edited'),
      kind: fc.constantFrom(undefined, 'changes', 'looks'),
      from: fc.constantFrom(undefined, '2026-01-01'),
      to: fc.constantFrom(undefined, '2099-01-01'),
    },
  },
}
