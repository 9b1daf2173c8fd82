export const activityLabels = {
  loading: 'Loading activity...',
  failed: 'Failed to load activity',
  exportFailed: 'Failed to export activity',
  export: 'Export CSV',
  whoLooked: 'Who looked',
} as const
