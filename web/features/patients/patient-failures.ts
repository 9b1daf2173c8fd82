/** What the patients' screens say where the server has no words of its own. */
export const patientFailures = {
  load: 'Failed to load patients',
  search: 'Failed to search patients',
  save: 'Failed to save patient',
  deletion: 'Failed to delete patient',
} as const
