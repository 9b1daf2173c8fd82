import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { PatientActions, PatientAddress, PatientContact, PatientName, type PatientRowsProps } from './patient-facts.tsx'
import styles from './patients.module.css'

/** The rows of the table as cards, for phones. */
export function PatientCards({ patients, changed, refusalOf, ...on }: PatientRowsProps) {
  const nameOf = uniqueRowNamer(patients, ({ name }) => name)
  return (
    <ul aria-label="Patients" className={styles.cards}>
      {patients.map((patient) => (
        <li key={patient.id} data-row={patient.id} className={classNames(changed.has(patient.id) && 'marked')}>
          <Card>
            <PatientName patient={patient} name={nameOf(patient)} />
            <PatientContact patient={patient} />
            <PatientAddress patient={patient} />
            <PatientActions patient={patient} name={nameOf(patient)} {...on} />
            <FormAlert>{refusalOf(patient)}</FormAlert>
          </Card>
        </li>
      ))}
    </ul>
  )
}
