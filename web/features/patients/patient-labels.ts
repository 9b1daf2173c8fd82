/** Texts that stand in more than one place of the patients' screens. */
export const patientLabels = {
  add: 'Add New Patient',
  none: 'No patients found',
} as const

/** '1 patient', '2 patients', and '50+ patients' while more follows. */
export const patientCount = (count: number, moreFollows = false) =>
  `${count}${moreFollows ? '+' : ''} ${count === 1 && !moreFollows ? 'patient' : 'patients'}`

/** '1 patient found', '2 patients found', and '50+ patients found' while more follows. */
export const foundPatients = (count: number, moreFollows: boolean) => `${patientCount(count, moreFollows)} found`
