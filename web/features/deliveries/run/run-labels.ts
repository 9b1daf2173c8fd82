import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { RunState } from '#shared/model/run.ts'

export const runLabels = {
  myRun: 'My Run',
  runs: 'Runs',
  print: 'Print run sheet',
  start: 'Start run',
  close: 'Close run',
  confirm: 'Confirm',
  couldNot: 'Could not deliver',
  backAtPharmacy: 'Back at the pharmacy',
  loading: 'Loading runs...',
  loadFailed: 'Failed to load the run',
  notRefreshed: 'Failed to refresh the run',
} as const

export const stateLabels: Record<RunState, string> = {
  planned: 'Planned',
  out: 'Out',
  back: 'Back',
  closed: 'Closed',
  confirmed: 'Confirmed',
}

export const methodLabels: Record<keyof MoneyByMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card',
  prepaid: 'Prepaid',
  none: 'None',
  unspecified: 'Without a method',
}
