export const settingsFailureTexts = {
  load: 'Failed to load settings',
  save: 'Failed to save settings',
} as const
