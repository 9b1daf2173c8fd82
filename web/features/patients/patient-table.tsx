import type { Patient } from '#shared/model/patient.ts'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { PatientActions, PatientAddress, PatientContact, PatientName, type PatientRowsProps } from './patient-facts.tsx'
import styles from './patients.module.css'

export function PatientTable({ patients, changed, refusalOf, ...on }: PatientRowsProps) {
  const nameOf = uniqueRowNamer(patients, ({ name }) => name)
  const columns: TableColumn<Patient>[] = [
    {
      key: 'name',
      head: 'Name',
      isRowHead: true,
      cell: (patient) => <PatientName patient={patient} name={nameOf(patient)} />,
    },
    { key: 'contact', head: 'Contact', cell: (patient) => <PatientContact patient={patient} /> },
    { key: 'address', head: 'Address', cell: (patient) => <PatientAddress patient={patient} /> },
    {
      key: 'actions',
      head: 'Actions',
      align: 'right',
      cell: (patient) => (
        <PatientActions patient={patient} name={nameOf(patient)} look={{ size: 'small', variant: 'quiet' }} {...on} />
      ),
    },
  ]
  return (
    <Table
      label="Patients"
      className={styles.table}
      columns={columns}
      rows={patients}
      rowKey={({ id }) => id}
      refusalOf={refusalOf}
      isMarked={({ id }) => changed.has(id)}
    />
  )
}
