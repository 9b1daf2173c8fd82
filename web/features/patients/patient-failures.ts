/** The messages about failed calls on the patients' screens. If the server says why saving failed, its text replaces `save`. */
export const patientFailureTexts = {
  load: 'Failed to load patients',
  refresh: 'Failed to refresh the patients',
  refreshOne: 'Failed to refresh the patient',
  search: 'Failed to search patients',
  save: 'Failed to save patient',
  merge: 'Failed to merge the patients',
  deletion: 'Failed to delete patient',
} as const
