export const runLabels = {
  myRun: 'My Run',
  runs: 'Runs',
  print: 'Print run sheet',
  start: 'Start run',
  close: 'Close run',
  confirm: 'Confirm',
  loading: 'Loading runs...',
  loadFailed: 'Failed to load the run',
  notRefreshed: 'Failed to refresh the run',
} as const
