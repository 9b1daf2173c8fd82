import { PatientScreen, readFirst as readPatientFirst } from '../features/patients/patient-screen.tsx'
import type { FirstRead } from '../lib/first-read.ts'
import { part } from '../ui/part.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { WhoLooked } from './who-looked.tsx'

const loadDeliveries = () => import('../features/deliveries/patient-deliveries.tsx')
const PatientDeliveries = part(async () => (await loadDeliveries()).PatientDeliveries, {
  waiting: () => <Spinner />,
})

export const readFirst: FirstRead = async (opened) => {
  PatientDeliveries.preload()
  const deliveries = async () => (await loadDeliveries()).readFirst(opened)
  await Promise.all([readPatientFirst(opened), deliveries()])
}

/** A patient, their deliveries, and who looked at them: the last two are features of their own. */
export const PatientPage = () => <PatientScreen PatientDeliveries={PatientDeliveries} WhoLooked={WhoLooked} />
