export const activityTexts = {
  loading: 'Loading activity...',
  failed: 'Failed to load activity',
  exportFailed: 'Failed to export activity',
  whoLooked: 'Who viewed this',
} as const
