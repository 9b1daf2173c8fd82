/** Texts that stand in more than one place of the patients' screens. */
export const patientLabels = {
  add: 'Add New Patient',
  none: 'No patients found',
} as const

/** '1 patient found', '2 patients found', and '50+ patients found' while more follows. */
export const patientCount = (count: number, moreFollows: boolean) =>
  `${count}${moreFollows ? '+' : ''} ${count === 1 && !moreFollows ? 'patient' : 'patients'} found`
