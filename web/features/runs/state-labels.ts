import type { RunState } from '#shared/model/run.ts'

export const runStateLabels: Record<RunState, string> = {
  planned: 'Planned',
  out: 'Out',
  back: 'Back',
  closed: 'Closed',
  confirmed: 'Confirmed',
}
