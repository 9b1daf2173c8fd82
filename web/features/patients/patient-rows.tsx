import type { Patient } from '#shared/model/patient.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DeleteIcon, EditIcon } from '../../ui/desk-icons.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { PatientAddress, PatientContact, PatientName } from './patient-facts.tsx'
import styles from './patients.module.css'

/** What the buttons of a patient's row do. */
export interface PatientRowActions {
  onEdit: (patient: Patient) => void
  onDelete: (patient: Patient) => void
}

/** The columns of the table of patients. */
export const patientColumns = (actions: PatientRowActions): TableColumn<Patient>[] => [
  {
    key: 'name',
    head: 'Name',
    isRowHead: true,
    cell: (patient, name) => <PatientName patient={patient} name={name} />,
  },
  { key: 'contact', head: 'Contact', cell: (patient) => <PatientContact patient={patient} /> },
  { key: 'address', head: 'Address', cell: (patient) => <PatientAddress patient={patient} /> },
  {
    key: 'actions',
    head: 'Actions',
    align: 'right',
    cell: (patient, name) => (
      <PatientActions patient={patient} name={name} look={{ size: 'small', variant: 'quiet' }} {...actions} />
    ),
  },
]

interface PatientCardProps extends PatientRowActions {
  patient: Patient
  /** The name of the row, for the labels of its controls. */
  name: string
  refusal: string
}

/** A row of the table as a card, for phones. */
export const PatientCard = ({ patient, name, refusal, ...actions }: PatientCardProps) => (
  <Card>
    <PatientName patient={patient} name={name} />
    <PatientContact patient={patient} />
    <PatientAddress patient={patient} />
    <PatientActions patient={patient} name={name} {...actions} />
    <FormAlert>{refusal}</FormAlert>
  </Card>
)

interface PatientActionsProps extends Omit<PatientCardProps, 'refusal'> {
  look?: { size: 'small'; variant: 'quiet' }
}

const PatientActions = ({ patient, name, onEdit, onDelete, look }: PatientActionsProps) => (
  <div className={styles.actions}>
    <Button {...look} aria-label={`Edit ${name}`} onClick={() => onEdit(patient)}>
      <EditIcon /> Edit
    </Button>
    <Button {...look} aria-label={`Delete ${name}`} onClick={() => onDelete(patient)}>
      <DeleteIcon /> Delete
    </Button>
  </div>
)
