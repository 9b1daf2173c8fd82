/** Texts that occur more than once on the patients' screens. */
export const patientLabels = {
  add: 'Add New Patient',
  none: 'No patients found',
} as const

/** '1 patient', '2 patients', or '50+ patients' if more follow. */
export const patientCountText = (count: number, moreFollows = false) =>
  `${count}${moreFollows ? '+' : ''} ${count === 1 && !moreFollows ? 'patient' : 'patients'}`

/** '1 patient found', '2 patients found', or '50+ patients found' if more follow. */
export const foundPatientsText = (count: number, moreFollows: boolean) =>
  `${patientCountText(count, moreFollows)} found`
