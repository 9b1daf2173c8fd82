/** Shown by the patients' screens if the server gives no reason. */
export const patientFailureTexts = {
  load: 'Failed to load patients',
  refresh: 'Failed to refresh the patients',
  refreshOne: 'Failed to refresh the patient',
  search: 'Failed to search patients',
  save: 'Failed to save patient',
  deletion: 'Failed to delete patient',
} as const
