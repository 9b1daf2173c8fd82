import type { Patient } from '#shared/model/patient.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../ui/desk-icons.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Link } from '../../ui/link.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import styles from './patients.module.css'

export interface PatientRowsProps {
  patients: readonly Patient[]
  /** The ids of the patients whom other users have just changed. */
  changed: ReadonlySet<string>
  onEdit: (patient: Patient) => void
  onDelete: (patient: Patient) => void
  refusalOf: (patient: Patient) => string
}

/**
 * The patient's name, and the start of the id, which tells patients with the same name apart. Screen readers read `name` for the
 * link.
 */
export const PatientName = ({ patient, name }: { patient: Patient; name: string }) => (
  <div>
    <Link className={styles.name} to={paths.patient(patient.id)} aria-label={name} data-main="">
      {patient.name}
    </Link>
    <div className="muted small tabular">ID: {patient.id.split('-')[0]}</div>
  </div>
)

export const PatientContact = ({ patient: { phone, email } }: { patient: Patient }) => (
  <div>
    <PhoneLink phone={phone} />
    <div className="muted small">
      <EmailAddress address={email} />
    </div>
  </div>
)

export const PatientAddress = ({ patient }: { patient: Patient }) => (
  <div>
    <div>
      {[patient.address, patient.apt_suite_building].filter(Boolean).join(', ')}{' '}
      {patient.is_business_address && <Badge tone="blue">Business Address</Badge>}
    </div>
    <div className="muted small">
      {patient.city}, {patient.state} {patient.zip_code}
    </div>
    {patient.access_notes && <div className="muted small">{patient.access_notes}</div>}
  </div>
)

interface PatientActionsProps extends Pick<PatientRowsProps, 'onEdit' | 'onDelete'> {
  patient: Patient
  /** The name of the row, for the labels of its controls. */
  name: string
  look?: { size: 'small'; variant: 'quiet' }
}

export const PatientActions = ({ patient, name, onEdit, onDelete, look }: PatientActionsProps) => (
  <div className={styles.actions}>
    <Button {...look} aria-label={`Edit ${name}`} onClick={() => onEdit(patient)}>
      <EditIcon /> Edit
    </Button>
    <Button {...look} aria-label={`Delete ${name}`} onClick={() => onDelete(patient)}>
      <DeleteIcon /> Delete
    </Button>
  </div>
)
