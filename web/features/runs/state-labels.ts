import type { RunState } from '#shared/model/run.ts'

export const stateLabels: Record<RunState, string> = {
  planned: 'Planned',
  out: 'Out',
  back: 'Back',
  closed: 'Closed',
  confirmed: 'Confirmed',
}
