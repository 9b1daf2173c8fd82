/** What the patients' screens say where the server has no words of its own. */
export const patientFailures = {
  load: 'Failed to load patients',
  refresh: 'Failed to refresh the patients',
  refreshOne: 'Failed to refresh the patient',
  search: 'Failed to search patients',
  save: 'Failed to save patient',
  deletion: 'Failed to delete patient',
} as const
