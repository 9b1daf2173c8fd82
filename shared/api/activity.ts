import * as z from 'zod/mini'
import { action, activityEvent, eventKind, unknownActionText } from '../model/activity.ts'
import { commaList, id, notesLimit, pageCursor, pageLimitParameter, requiredDate } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { invalidDateText } from '../rules/dates.ts'
import { entry } from './contract.ts'

const actionList = () =>
  z.optional(
    z.pipe(
      commaList(unknownActionText, notesLimit),
      z.array(action()).check(
        z.minLength(1, unknownActionText),
        z.meta({
          description: `Between commas, around which blanks are allowed, in at most ${notesLimit} characters: any of these.`,
        }),
      ),
    ),
  )

const date = (description: string) => z.optional(requiredDate(invalidDateText).check(z.meta({ description })))

const idOf = (description: string) => z.optional(id().check(z.meta({ format: undefined, description })))

/**
 * Lists the activity log, newest first. `null` as `actor_id` stands for both the product itself and recipients, because neither has
 * an id. `from` and `to` are days, and both days are included.
 */
export const listActivity = entry({
  method: 'GET',
  path: '/api/activity',
  access: 'tenantAdmin',
  event: 'activity.listed',
  query: lazy(() =>
    z.object({
      patient_id: idOf('What concerns one patient.'),
      actor_id: idOf(
        'What one person or program did: the id of a user or of an API key, or `null` for Carelane itself and for recipients.',
      ),
      subject_id: idOf('What was done to one thing.'),
      action: actionList(),
      kind: z.optional(
        eventKind().check(
          z.meta({ description: '`looks`: what somebody saw and did not change. `changes`: everything else.' }),
        ),
      ),
      from: date('The first day.'),
      to: date('The last day.'),
      limit: pageLimitParameter(),
      cursor: pageCursor(),
    }),
  ),
  answer: lazy(() => z.array(activityEvent())),
  success: 200,
  paged: true,
  readsBack: true,
  withinLook: ['delivery', 'patient'],
})
