import type { Patient } from '#shared/model/patient.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Link } from '../../ui/link.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import styles from './patients.module.css'

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
