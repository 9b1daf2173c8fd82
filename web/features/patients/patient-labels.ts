/** Texts that stand in more than one place of the patients' screens. */
export const patientLabels = {
  add: 'Add New Patient',
  none: 'No patients found',
} as const
