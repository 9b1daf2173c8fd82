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
